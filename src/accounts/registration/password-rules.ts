import { readFileSync } from 'node:fs';
import type { Message } from '../../i18n/message.js';
import { characterCount } from '../../shared/character-count.js';
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
export function passwordFaults(password: string, owner: Partial<PasswordOwner>): Message[] {
  if (password === '') return ['accounts.required'];
  if (!password.isWellFormed()) return ['accounts.malformedText'];
  if (!isPassword(password)) return ['accounts.passwordTooLong'];
  const faults: Message[] = [];
  if (characterCount(password) < PASSWORD_MIN_LENGTH) faults.push('accounts.passwordTooShort');
  faults.push(...similarityFaults(password, owner));
  if (isCommon(password)) faults.push('accounts.passwordCommon');
  if (/^\p{Nd}+$/u.test(password)) faults.push('accounts.passwordOnlyDigits');
  return faults;
}

function similarityFaults(password: string, { username, firstName, email }: Partial<PasswordOwner>): Message[] {
  const attributes: [string | undefined, Message][] = [
    [username, 'accounts.passwordLikeUsername'],
    [firstName, 'accounts.passwordLikeFirstName'],
    [email, 'accounts.passwordLikeEmail'],
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
