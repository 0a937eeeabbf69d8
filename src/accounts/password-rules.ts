import { readFileSync } from 'node:fs';
import type { Text } from '../shared/text.js';
import { accountMessages as say } from './accounts.messages.js';

/** Whose password it is to be: what it must not resemble. */
export interface PasswordOwner {
  readonly username: string;
  readonly firstName: string;
  readonly email: string;
}

/** The shortest password, in characters (specification §2.1). */
const PASSWORD_MIN_LENGTH = 8;

/** The longest password, in bytes of UTF-8: beyond, hashing would cost too much (contract §3). */
const PASSWORD_MAX_BYTES = 4096;

/** From this similarity on, a password gives itself away (contract §3). */
const SIMILARITY_LIMIT = 0.7;

/** Longer attributes of an owner are faulty themselves and are not compared, in UTF-16 units. */
const ATTRIBUTE_MAX_LENGTH = 300;

/** Whether a text can be somebody's password at all: short enough to hash, and exactly what was typed. */
export function isPassword(text: string): boolean {
  return text.isWellFormed() && Buffer.byteLength(text) <= PASSWORD_MAX_BYTES;
}

/**
 * What is wrong with a new password, by the four standard validators of Django in the order of contract §3: length,
 * similarity to its owner, common passwords, only digits. No fault, an empty list.
 */
export function passwordFaults(password: string, owner: PasswordOwner): Text[] {
  if (password === '') return [say.required];
  if (!password.isWellFormed()) return [say.malformedText];
  if (!isPassword(password)) return [say.passwordTooLong];
  return [
    ...([...password].length < PASSWORD_MIN_LENGTH ? [say.passwordTooShort] : []),
    ...similarityFaults(password, owner),
    ...(isCommon(password) ? [say.passwordCommon] : []),
    ...(/^\p{Nd}+$/u.test(password) ? [say.passwordOnlyDigits] : []),
  ];
}

function similarityFaults(password: string, { username, firstName, email }: PasswordOwner): Text[] {
  const attributes: [string, Text][] = [
    [username, say.passwordLikeUsername],
    [firstName, say.passwordLikeFirstName],
    [email, say.passwordLikeEmail],
  ];
  const lower = password.toLowerCase();
  return attributes.filter(([attribute]) => resembles(lower, attribute)).map(([, text]) => text);
}

/** Whether a password in small letters is like an attribute, or like one of the words in it. */
function resembles(password: string, attribute: string): boolean {
  if (attribute.length > ATTRIBUTE_MAX_LENGTH) return false;
  const whole = attribute.trim().normalize('NFKC').toLowerCase();
  const parts = [...whole.split(/[^\p{L}\p{N}_]+/u), whole];
  return parts.some((part) => similarity(password, part) >= SIMILARITY_LIMIT);
}

/**
 * The share of characters that two texts, not both empty, have in common, in any order, from 0 to 1: `quick_ratio` of
 * Python's difflib.
 */
function similarity(a: string, b: string): number {
  const left = new Map<string, number>();
  for (const character of b) left.set(character, (left.get(character) ?? 0) + 1);
  let common = 0;
  for (const character of a) {
    const count = left.get(character) ?? 0;
    if (count > 0) common += 1;
    left.set(character, count - 1);
  }
  return (2 * common) / ([...a].length + [...b].length);
}

/** The list beside this file says where it comes from. Its own comments begin with `# `. */
const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# ')),
);

function isCommon(password: string): boolean {
  return commonPasswords.has(password.toLowerCase().trim());
}
