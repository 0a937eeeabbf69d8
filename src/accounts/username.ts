/** The longest user name, in characters (contract §3). */
export const USERNAME_MAX_LENGTH = 150;

/**
 * A user name as it is compared: NFKC-normalised, then case-folded, so that names that people would take for the
 * same are the same (contract §3). Surrounding blanks do not count. Names over the length limit are refused
 * before they come here.
 */
export function usernameKey(username: string): string {
  return [...username.trim().normalize('NFKC')].map(foldCase).join('').normalize('NFKC');
}

/** Unicode case folding of one character, by way of its capital: ß → ss, ς → σ. */
function foldCase(character: string): string {
  // The capital of the dotless ı is I, but folding keeps the two letters apart.
  return character === 'ı' ? character : character.toUpperCase().toLowerCase();
}
