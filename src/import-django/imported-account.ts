import { isVerifiable } from '../accounts/authentication/password-encoding.js';
import { isPossibleUsername, USERNAME_MAX_LENGTH } from '../shared/username.js';

/** An account of another application, with what Vigia keeps of accounts. */
export interface ImportedAccount {
  /** Its number over there, for people who read about it. */
  readonly id: string;
  readonly username: string;
  readonly firstName: string;
  readonly email: string;
  /** As it was stored there, whatever its encoding. */
  readonly password: string;
  readonly isActive: boolean;
  readonly isStaff: boolean;
  /** Null where it was not kept. */
  readonly dateJoined: Date | null;
  readonly lastLogin: Date | null;
  /** Why it cannot be read, in English: then nothing of it is kept, and its name is for the report alone. */
  readonly fault?: string;
}

/** What an operator should know of an account that moves. */
export type ImportWarning =
  | 'staff'
  | 'password_unverifiable'
  | 'name_untypable'
  | 'first_name_cut'
  | 'email_dropped'
  | 'characters_replaced'
  | 'join_date_unknown';

const FIRST_NAME_MAX_LENGTH = 150;
const EMAIL_MAX_LENGTH = 254;
const PASSWORD_MAX_LENGTH = 255;

/** An encoding that no password fits, as Django writes it. */
const UNUSABLE = '!';

/** The encodings of Django. What is none of them may be a password in clear, which is kept nowhere. */
const DJANGO_ENCODING = /^(pbkdf2_sha256|pbkdf2_sha1|argon2|bcrypt_sha256|bcrypt|scrypt|sha1|md5|crypt)\$/;

/**
 * An account as Vigia keeps it, and what is odd about it (contract 10: import keeps accounts as they are). Only what no
 * database can hold is changed: characters that are none, and texts that are longer than their column.
 */
export function storableAccount(account: ImportedAccount): {
  readonly kept: ImportedAccount;
  readonly warnings: ImportWarning[];
} {
  const { username, firstName, email, password } = account;
  const isTooLong = lengthOf(email) > EMAIL_MAX_LENGTH;
  const kept = {
    ...account,
    username: storable(username),
    firstName: [...storable(firstName)].slice(0, FIRST_NAME_MAX_LENGTH).join(''),
    // A part of an address is somebody else's.
    email: isTooLong ? '' : storable(email),
    password: isStorablePassword(password) ? password : UNUSABLE,
  };
  const found: Readonly<Record<ImportWarning, boolean>> = {
    staff: kept.isStaff,
    password_unverifiable: !isVerifiable(kept.password),
    name_untypable: !isPossibleUsername(kept.username),
    first_name_cut: lengthOf(firstName) > FIRST_NAME_MAX_LENGTH,
    email_dropped: isTooLong,
    characters_replaced: [username, firstName, email].some((text) => storable(text) !== text),
    join_date_unknown: kept.dateJoined === null,
  };
  return { kept, warnings: (Object.keys(found) as ImportWarning[]).filter((warning) => found[warning]) };
}

/** Whether a name has a length that Vigia can keep. */
export function hasValidLength(username: string): boolean {
  return username.trim() !== '' && lengthOf(username) <= USERNAME_MAX_LENGTH;
}

/** The name of the encoding of a stored password; undefined where it is none of Django's, as for an unusable one. */
export function encodingOf(password: string): string | undefined {
  return DJANGO_ENCODING.exec(password)?.[1];
}

/** One that cannot be verified today is kept all the same: it says how it was made, and it is no secret in clear. */
function isStorablePassword(password: string): boolean {
  return (
    encodingOf(password) !== undefined && password.length <= PASSWORD_MAX_LENGTH && storable(password) === password
  );
}

/** NUL ends a statement (decision 002), and half a character is none. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** Length in characters, not in the halves that JavaScript counts. */
function lengthOf(text: string): number {
  return [...text].length;
}
