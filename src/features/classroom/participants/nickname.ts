import { characterCount } from '../../../shared/text/character-count.js';
import { hiddenCharacterIn } from '../../../shared/text/hidden-characters.js';

/** The longest nickname, in characters. */
export const NICKNAME_MAX_LENGTH = 30;

/** A character may be compared as up to eighteen. */
export const NICKNAME_KEY_MAX_LENGTH = NICKNAME_MAX_LENGTH * 18;

/** A longer text is not even normalised. */
const TYPED_MAX_LENGTH = 200;

/** At least one letter, digit or sign: a name of marks and blanks alone shows nothing. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** More marks on one letter would be drawn over the lines above and below. */
const MARKS_IN_A_ROW = /\p{M}{4}/u;

/** A nickname as it is stored, without blanks around it or two in a row; undefined when it cannot be one. */
export function readNickname(typed: string): string | undefined {
  if (typed.length > TYPED_MAX_LENGTH || hiddenCharacterIn(typed) !== undefined) return undefined;
  const nickname = typed.normalize('NFC').trim().replace(/\s+/gu, ' ');
  const isOne = SEEN.test(nickname) && !MARKS_IN_A_ROW.test(nickname.normalize('NFD'));
  return isOne && characterCount(nickname) <= NICKNAME_MAX_LENGTH ? nickname : undefined;
}

/** A nickname as it is compared: two that look the same but for the case are one. */
export function nicknameKey(nickname: string): string {
  // What scripts and emoji need, such as a selector behind a digit, is not seen either.
  const seen = nickname.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return seen.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ');
}
