import { characterCount } from '../text/character-count.js';
import { cutToBytes } from '../text/cut-text.js';

/** The longest user name, in characters (contract 3). */
export const USERNAME_MAX_LENGTH = 150;

/** No table but that of the accounts stores more of a name, in bytes of UTF-8: names are what strangers type. */
export const STORED_NAME_MAX_BYTES = 300;

/** Letters, digits, and `@ . + - _`; no invisible letters. */
const USERNAME_CHARACTERS = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}@.+\-_])+$/u;

/** A username as it is stored: without surrounding blanks, letters and their marks composed (NFKC), as in Django. */
export function normalisedUsername(typed: string): string {
  return typed.normalize('NFKC').trim();
}

/** Whether a normalised name of at most {@link USERNAME_MAX_LENGTH} characters has only those that a user name may have. */
export function hasUsernameCharacters(username: string): boolean {
  return USERNAME_CHARACTERS.test(username);
}

/** Visible characters only. */
const VISIBLE_CHARACTERS = /^(?:(?!\p{Default_Ignorable_Code_Point})[^\p{Cc}\p{Cs}\p{Co}\p{Cn}])+$/u;

/**
 * Whether an account may have a typed name: one that was registered, or one that was imported, which may hold any
 * visible character. Checked before it is compared: normalising a long text would cost time.
 */
export function isPossibleUsername(typed: string): boolean {
  return characterCount(typed.trim()) <= USERNAME_MAX_LENGTH && VISIBLE_CHARACTERS.test(normalisedUsername(typed));
}

/**
 * A user name as it is compared: NFKC-normalised, then case-folded, so that names that look the
 * same to readers are the same (contract 3). Surrounding blanks do not count. Names over the length limit are rejected
 * before.
 */
export function usernameKey(username: string): string {
  return [...normalisedUsername(username)].map(foldCase).join('').normalize('NFKC');
}

/** Unicode case folding of one character, by way of its capital: ẞ and ß → ss, ς → σ. */
function foldCase(character: string): string {
  // The capital of the dotless ı is I, but folding keeps the two letters apart.
  return character === 'ı' ? character : character.toLowerCase().toUpperCase().toLowerCase();
}

const CUT_MARK = '…';

/** The key of a name for display: truncated if it is too long, with a mark that no key contains. */
export function displayName(key: string): string {
  if (Buffer.byteLength(key) <= STORED_NAME_MAX_BYTES) return key;
  return cutToBytes(key, STORED_NAME_MAX_BYTES - Buffer.byteLength(CUT_MARK)) + CUT_MARK;
}

/** Whether a text may be a result of {@link displayName}. */
export function isDisplayName(text: string): boolean {
  return Buffer.byteLength(text) <= STORED_NAME_MAX_BYTES && VISIBLE_CHARACTERS.test(text);
}
