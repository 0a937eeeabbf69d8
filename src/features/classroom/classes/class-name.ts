import { nicknameKey, readVisibleName } from '../participants/nickname.js';

/** Maximum length of a class name, in characters. */
export const CLASS_NAME_MAX_LENGTH = 40;

/** Maximum length of a class name's compared form, in which one character may become up to eighteen. */
export const CLASS_NAME_KEY_MAX_LENGTH = CLASS_NAME_MAX_LENGTH * 18;

/** Parses the name of a class by the rules for nicknames; undefined if it is not valid. */
export function readClassName(typed: string): { readonly name: string; readonly nameKey: string } | undefined {
  const name = readVisibleName(typed, CLASS_NAME_MAX_LENGTH);
  return name === undefined ? undefined : { name, nameKey: nicknameKey(name) };
}
