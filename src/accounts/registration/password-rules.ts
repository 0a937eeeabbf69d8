import { readFileSync } from 'node:fs';
import { characterCount } from '../../shared/character-count.js';
import type { Text } from '../../shared/text.js';
import { accountMessages as say } from '../accounts.messages.js';
import { resembles } from './password-similarity.js';

/** Whose password it is to be: what it must not resemble. */
export interface PasswordOwner {
  readonly username: string;
  readonly firstName: string;
  readonly email: string;
}

/** The shortest password, in characters (contract 3). */
const PASSWORD_MIN_LENGTH = 8;

/** The longest password, in bytes of UTF-8: beyond, hashing would cost too much (contract 3). */
const PASSWORD_MAX_BYTES = 4096;

/** Whether a text can be somebody's password at all: short enough to hash, and exactly what was typed. */
export function isPassword(text: string): boolean {
  return text.isWellFormed() && Buffer.byteLength(text) <= PASSWORD_MAX_BYTES;
}

/**
 * What is wrong with a new password, by the four standard validators of Django in their order (contract 3): length,
 * similarity to its owner, common passwords, only digits. No fault, an empty list.
 *
 * @param owner what is known of the owner and is not faulty itself, so that its length has a bound.
 */
export function passwordFaults(password: string, owner: Partial<PasswordOwner>): Text[] {
  if (password === '') return [say.required];
  if (!password.isWellFormed()) return [say.malformedText];
  if (!isPassword(password)) return [say.passwordTooLong];
  return [
    ...(characterCount(password) < PASSWORD_MIN_LENGTH ? [say.passwordTooShort] : []),
    ...similarityFaults(password, owner),
    ...(isCommon(password) ? [say.passwordCommon] : []),
    ...(/^\p{Nd}+$/u.test(password) ? [say.passwordOnlyDigits] : []),
  ];
}

function similarityFaults(password: string, { username, firstName, email }: Partial<PasswordOwner>): Text[] {
  const attributes: [string | undefined, Text][] = [
    [username, say.passwordLikeUsername],
    [firstName, say.passwordLikeFirstName],
    [email, say.passwordLikeEmail],
  ];
  return attributes
    .filter(([attribute]) => attribute !== undefined && resembles(password, attribute))
    .map(([, text]) => text);
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
