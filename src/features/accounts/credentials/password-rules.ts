import { readFileSync } from 'node:fs';
import type { Message } from '../../../i18n/message.js';
import type { FieldErrors } from '../../../shared/errors/vigia-error.js';
import { characterCount } from '../../../shared/text/character-count.js';
import { resembles } from './password-similarity.js';

/** Data about the owner that the password must not resemble. */
export interface PasswordOwner {
  readonly username: string;
  readonly firstName: string;
  readonly email: string;
}

export interface NewPassword {
  readonly password1: string;
  readonly password2: string;
}

/** Minimum length in characters (contract 3). */
const PASSWORD_MIN_LENGTH = 8;

/** Maximum length in bytes of UTF-8, since longer passwords would be too expensive to hash (contract 3). */
const PASSWORD_MAX_BYTES = 4096;

/** Whether a text can be a password: short enough to hash, and well-formed so that nothing is lost in encoding. */
export function isPassword(text: string): boolean {
  return text.isWellFormed() && Buffer.byteLength(text) <= PASSWORD_MAX_BYTES;
}

/**
 * Checks a new password with Django's four standard validators, in Django's order (contract 3): length, similarity to
 * its owner, common passwords, digits only.
 *
 * @param owner the owner's data, limited to valid fields so that its length is bounded.
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

export function repetitionFaults({ password1, password2 }: NewPassword): Message[] {
  if (password2 === '') return ['accounts.required'];
  return password1 === password2 ? [] : ['accounts.passwordsDiffer'];
}

/** Checks a new password and its repetition. @returns the faults by field, without valid fields. */
export function newPasswordFaults(typed: NewPassword, owner: PasswordOwner): FieldErrors {
  const faults = { password1: passwordFaults(typed.password1, owner), password2: repetitionFaults(typed) };
  return Object.fromEntries(Object.entries(faults).filter(([, texts]) => texts.length > 0));
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

/**
 * One password per line, sorted, in lower case. Comments name the source; they contain capital letters, so no password
 * matches them.
 */
let commonPasswords: Buffer | undefined;

/**
 * Searches the file's bytes directly: a set of 22,000 strings would take ten times the memory and slow down every
 * start.
 */
function isCommon(password: string): boolean {
  commonPasswords ??= readFileSync(new URL('./common-passwords.txt', import.meta.url));
  const line = password.toLowerCase().trim();
  return !line.includes('\n') && commonPasswords.includes(`\n${line}\n`);
}
