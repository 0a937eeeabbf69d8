import { readFileSync } from 'node:fs';
import type { Message } from '../../../i18n/message.js';
import type { FieldErrors } from '../../../shared/errors/vigia-error.js';
import { characterCount } from '../../../shared/text/character-count.js';
import { resembles } from './password-similarity.js';

/** The owner of a password, which must not resemble any of these. */
export interface PasswordOwner {
  readonly username: string;
  readonly firstName: string;
  readonly email: string;
}

/** A new password as it was typed, twice. */
export interface NewPassword {
  readonly password1: string;
  readonly password2: string;
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

/** What is wrong with the repetition of a password. */
export function repetitionFaults({ password1, password2 }: NewPassword): Message[] {
  if (password2 === '') return ['accounts.required'];
  return password1 === password2 ? [] : ['accounts.passwordsDiffer'];
}

/** Checks a new password and its repetition. @returns the faults by field; fields without any are left out. */
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

/** A line for each, sorted, in lower case. Comments name the source: they have capital letters, so no password is one. */
let commonPasswords: Buffer | undefined;

/** Searches the file as it is: 22,000 strings in a set would take ten times the memory, and longer at each start. */
function isCommon(password: string): boolean {
  commonPasswords ??= readFileSync(new URL('./common-passwords.txt', import.meta.url));
  const line = password.toLowerCase().trim();
  return !line.includes('\n') && commonPasswords.includes(`\n${line}\n`);
}
