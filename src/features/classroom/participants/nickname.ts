import { characterCount } from '../../../shared/text/character-count.js';
import { hiddenCharacterIn } from '../../../shared/text/hidden-characters.js';

/** Maximum length of a nickname, in characters. */
export const NICKNAME_MAX_LENGTH = 30;

/** Maximum length of a nickname's compared form, in which one character may become up to eighteen. */
export const NICKNAME_KEY_MAX_LENGTH = NICKNAME_MAX_LENGTH * 18;

/** Maximum length of a typed name; longer texts are rejected before they are normalised. */
const TYPED_MAX_LENGTH = 200;

/** Matches a letter, digit, punctuation mark or symbol. A name without any would be invisible. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Matches four combining marks in a row, which could be drawn over neighbouring lines. */
const MARKS_IN_A_ROW = /\p{M}{4}/u;

/** Parses a nickname for storage; undefined if it is not valid. */
export function readNickname(typed: string): string | undefined {
  return readVisibleName(typed, NICKNAME_MAX_LENGTH);
}

/** Parses a name for storage, collapsing blanks and trimming them at the ends; undefined if it is not valid. */
export function readVisibleName(typed: string, maxLength: number): string | undefined {
  if (typed.length > TYPED_MAX_LENGTH || hiddenCharacterIn(typed) !== undefined) return undefined;
  const name = typed.normalize('NFC').trim().replace(/\s+/gu, ' ');
  const isOne = SEEN.test(name) && !MARKS_IN_A_ROW.test(name.normalize('NFD'));
  return isOne && characterCount(name) <= maxLength ? name : undefined;
}

/** Returns the form in which nicknames are compared. Nicknames that differ only in case are considered equal. */
export function nicknameKey(nickname: string): string {
  // Removes invisible characters that scripts and emoji require, e.g. a variation selector after a digit.
  const seen = nickname.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return seen.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ');
}
