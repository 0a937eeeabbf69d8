import type { Message } from '../../../i18n/message.js';
import type { FieldErrors } from '../../../shared/errors/vigia-error.js';
import {
  hasUsernameCharacters,
  normalisedUsername,
  USERNAME_MAX_LENGTH,
  usernameKey,
} from '../../../shared/identity/username.js';
import { characterCount } from '../../../shared/text/character-count.js';
import { shownTextFault } from '../../../shared/text/hidden-characters.js';
import { type PasswordOwner, passwordFaults, repetitionFaults } from '../credentials/password-rules.js';
import { emailFaults, type IsDisposable } from '../email-domains/email-faults.js';

export interface RegistrationForm extends PasswordOwner {
  readonly password1: string;
  readonly password2: string;
}

const NAME_MAX_LENGTH = 150;

/**
 * Checks every field of a registration, but not whether the username is taken. The order follows the contract: name,
 * e-mail, password, first name (contract 3).
 *
 * @returns the faults by the field names of {@link RegistrationForm}; valid fields are left out.
 */
export async function checkRegistration(form: RegistrationForm, isDisposable: IsDisposable): Promise<FieldErrors> {
  const username = usernameFaults(form.username);
  const email = await emailFaults(form.email.trim(), isDisposable);
  const firstName = nameFaults(form.firstName.trim());
  // Leaves out invalid values, which may have any length and have to be changed by the user anyway.
  const validFields = {
    ...(username.length === 0 && { username: form.username }),
    ...(email.length === 0 && { email: form.email }),
    ...(firstName.length === 0 && { firstName: form.firstName }),
  };
  const password1 = passwordFaults(form.password1, validFields);
  return named({ username, email, password1, password2: repetitionFaults(form), firstName });
}

/** Checks the fields that users can change later, with the same rules and order. */
export async function checkProfile(
  { email, firstName }: Pick<RegistrationForm, 'email' | 'firstName'>,
  isDisposable: IsDisposable,
): Promise<FieldErrors> {
  return named({ email: await emailFaults(email.trim(), isDisposable), firstName: nameFaults(firstName.trim()) });
}

function named(faults: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(faults).filter(([, texts]) => texts.length > 0));
}

function usernameFaults(typed: string): Message[] {
  if (characterCount(typed.trim()) > USERNAME_MAX_LENGTH) return ['accounts.usernameTooLong'];
  const username = normalisedUsername(typed);
  if (username === '') return ['accounts.required'];
  if (characterCount(username) > USERNAME_MAX_LENGTH) return ['accounts.usernameTooLong'];
  if (!hasUsernameCharacters(username)) return ['accounts.usernameCharacters'];
  if (/^\p{Nd}+$/u.test(usernameKey(username))) return ['accounts.usernameOnlyDigits'];
  return [];
}

/** Checks a first name without surrounding blanks. */
export function nameFaults(name: string): Message[] {
  if (name === '') return ['accounts.required'];
  if (!name.isWellFormed()) return ['accounts.malformedText'];
  const fault = shownTextFault(name, {
    maximum: NAME_MAX_LENGTH,
    unreadable: 'accounts.nameControlCharacters',
    missing: 'accounts.required',
    tooLong: 'accounts.nameTooLong',
  });
  return fault ? [fault] : [];
}

/** Name particles that stay in lower case, in our users' languages (contract 14). */
const SMALL_WORDS: ReadonlySet<string> = new Set('da de do das dos e van von di del la'.split(' '));

/**
 * Formats a first name for storage (contract 3): each word begins with a capital. The rest of a word becomes lower case
 * if the word was typed in capitals, and otherwise stays as typed. {@link SMALL_WORDS} after the first word are not
 * capitalised; they become lower case if typed in capitals. A single capital letter is treated as an initial unless the
 * whole name was typed in capitals.
 */
export function capitaliseName(typed: string): string {
  const name = typed.trim();
  const isShoutedName = isShouted(name);
  return name
    .split(/(\s+)/)
    .map((word, index) => {
      const isSmall = index > 0 && SMALL_WORDS.has(word.toLowerCase());
      if (!isSmall) return capitaliseWord(word);
      return isShoutedName || (isShouted(word) && word.length > 1) ? word.toLowerCase() : word;
    })
    .join('');
}

function capitaliseWord(word: string): string {
  const [first = '', ...rest] = word;
  const tail = rest.join('');
  const capital = first.toUpperCase();
  // Some letters have a two-letter upper case (ß, SS), and the name must not become longer.
  return ([...capital].length === 1 ? capital : first) + (isShouted(word) ? tail.toLowerCase() : tail);
}

function isShouted(text: string): boolean {
  return text === text.toUpperCase();
}
