/** The longest user name, in characters (contract §3). */
export const USERNAME_MAX_LENGTH = 150;

/** Letters with their marks, digits, and `@ . + - _`. */
const USERNAME_CHARACTERS = /^[\p{L}\p{M}\p{N}@.+\-_]+$/u;

/** Whether a trimmed text of at most {@link USERNAME_MAX_LENGTH} characters has only those that a user name may have. */
export function hasUsernameCharacters(username: string): boolean {
  return USERNAME_CHARACTERS.test(username) && USERNAME_CHARACTERS.test(usernameKey(username));
}

/**
 * A user name as it is compared: NFKC-normalised, then case-folded, so that names that people would take for the
 * same are the same (contract §3). Surrounding blanks do not count. Names over the length limit are refused
 * before they come here.
 */
export function usernameKey(username: string): string {
  return [...username.normalize('NFKC').trim()].map(foldCase).join('').normalize('NFKC');
}

/** Unicode case folding of one character, by way of its capital: ẞ and ß → ss, ς → σ. */
function foldCase(character: string): string {
  // The capital of the dotless ı is I, but folding keeps the two letters apart.
  return character === 'ı' ? character : character.toLowerCase().toUpperCase().toLowerCase();
}
