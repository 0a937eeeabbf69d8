import { characterCount } from '../text/character-count.js';
import { cutToBytes } from '../text/cut-text.js';

/** Maximum length of a user name, in characters (contract 3). */
export const USERNAME_MAX_LENGTH = 150;

/** Maximum length of a name outside the table of accounts, in bytes of UTF-8, since anyone can type any name. */
export const STORED_NAME_MAX_BYTES = 300;

/** Letters, digits, and `@ . + - _`; no invisible letters. */
const USERNAME_CHARACTERS = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}@.+\-_])+$/u;

/** Normalises a user name for storage as Django does: trimmed, with letters and their marks composed (NFKC). */
export function normalisedUsername(typed: string): string {
  return typed.normalize('NFKC').trim();
}

/**
 * Whether a normalised name of at most {@link USERNAME_MAX_LENGTH} characters contains only characters that are allowed
 * in user names.
 */
export function hasUsernameCharacters(username: string): boolean {
  return USERNAME_CHARACTERS.test(username);
}

const VISIBLE_CHARACTERS = /^(?:(?!\p{Default_Ignorable_Code_Point})[^\p{Cc}\p{Cs}\p{Co}\p{Cn}])+$/u;

/**
 * Whether a typed name can belong to an account: a registered one, or an imported one, whose name may contain any
 * visible character. Call before comparing names, since normalising a long string takes time.
 */
export function isPossibleUsername(typed: string): boolean {
  return characterCount(typed.trim()) <= USERNAME_MAX_LENGTH && VISIBLE_CHARACTERS.test(normalisedUsername(typed));
}

/**
 * Returns the comparison form of a user name: NFKC-normalised and case-folded, which makes names equal that look the
 * same to readers (contract 3). Surrounding blanks are ignored. The caller must reject names over the length limit
 * first.
 */
export function usernameKey(username: string): string {
  return [...normalisedUsername(username)].map(foldCase).join('').normalize('NFKC');
}

/** Folds the case of one character via its capital: ẞ and ß → ss, ς → σ. */
function foldCase(character: string): string {
  // The capital of the dotless ı is I, but case folding keeps the two letters apart.
  return character === 'ı' ? character : character.toLowerCase().toUpperCase().toLowerCase();
}

const CUT_MARK = '…';

/** Returns the display form of a name's key, truncated if too long, with a mark that no key contains. */
export function displayName(key: string): string {
  if (Buffer.byteLength(key) <= STORED_NAME_MAX_BYTES) return key;
  return cutToBytes(key, STORED_NAME_MAX_BYTES - Buffer.byteLength(CUT_MARK)) + CUT_MARK;
}

/** Whether a string could be a result of {@link displayName}. */
export function isDisplayName(text: string): boolean {
  return Buffer.byteLength(text) <= STORED_NAME_MAX_BYTES && VISIBLE_CHARACTERS.test(text);
}
