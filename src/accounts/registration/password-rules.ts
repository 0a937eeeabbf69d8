import { readFileSync } from 'node:fs';
import type { Message } from '../../i18n/message.js';
import { characterCount } from '../../shared/character-count.js';
import { resembles } from './password-similarity.js';

/** The owner of a password, which must not resemble any of these. */
export interface PasswordOwner {
  readonly username: string;
  readonly firstName: string;
  readonly email: string;
}

/** The shortest password, in characters (contract 3). */
const PASSWORD_MIN_LENGTH = 8;

/** The longest password, in bytes of UTF-8: longer ones would be too expensive to hash (contract 3). */
const PASSWORD_MAX_BYTES = 4096;

/**
 * Whether a text can be a password: short enough to hash, and well-formed, so that nothing of it is lost in encoding.
 */
export function isPassword(text: string): boolean {
  return text.isWellFormed() && Buffer.byteLength(text) <= PASSWORD_MAX_BYTES;
}

/**
 * Checks a new password with the four standard validators of Django, in their order (contract 3): length, similarity to
 * its owner, common passwords, only digits.
 *
 * @param owner the owner's data that is valid, whose length is therefore bounded.
 * @returns the faults; empty for a valid password.
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

/** The file names its source in comments, which begin with `# `. */
const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# ')),
);

function isCommon(password: string): boolean {
  return commonPasswords.has(password.toLowerCase().trim());
}
