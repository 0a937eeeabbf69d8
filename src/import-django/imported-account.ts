import { isVerifiable } from '../features/accounts/credentials/password-encoding.js';
import { EMAIL_MAX_LENGTH } from '../shared/addresses/email-address.js';
import { isPossibleUsername, USERNAME_MAX_LENGTH } from '../shared/identity/username.js';
import { characterCount } from '../shared/text/character-count.js';

/** An account of another application, reduced to Vigia's fields. */
export interface ImportedAccount {
  /** Primary key in Django, for the report. */
  readonly id: string;
  readonly username: string;
  readonly firstName: string;
  readonly email: string;
  /** The password hash as stored in Django, in any encoding. */
  readonly password: string;
  readonly isActive: boolean;
  readonly isStaff: boolean;
  /** When the user joined; null if Django has no value. */
  readonly dateJoined: Date | null;
  readonly lastLogin: Date | null;
  /**
   * Reason why the account cannot be read, in English. The account is then not imported, and its name is used only in
   * the report.
   */
  readonly fault?: string;
}

/** A warning for the operator about an imported account. */
export type ImportWarning =
  | 'staff'
  | 'password_unverifiable'
  | 'name_untypable'
  | 'first_name_cut'
  | 'email_dropped'
  | 'characters_replaced'
  | 'join_date_unknown';

const FIRST_NAME_MAX_LENGTH = 150;
const PASSWORD_MAX_LENGTH = 255;

/** Django's marker for an unusable password. */
const UNUSABLE = '!';

/** Django's encodings. Anything else may be a clear-text password, which is never stored. */
const DJANGO_ENCODING = /^(pbkdf2_sha256|pbkdf2_sha1|argon2|bcrypt_sha256|bcrypt|scrypt|sha1|md5|crypt)\$/;

/**
 * Returns an account in a form the tables can store, with warnings (contract 10: import keeps accounts as they are).
 * Changes only what no database can store: malformed characters, and strings longer than their column.
 */
export function storableAccount(account: ImportedAccount): {
  readonly account: ImportedAccount;
  readonly warnings: ImportWarning[];
} {
  const { username, firstName, email, password } = account;
  const isTooLong = characterCount(email) > EMAIL_MAX_LENGTH;
  const stored = {
    ...account,
    username: storable(username),
    firstName: [...storable(firstName)].slice(0, FIRST_NAME_MAX_LENGTH).join(''),
    // A truncated address would belong to another person.
    email: isTooLong ? '' : storable(email),
    password: isStorablePassword(password) ? password : UNUSABLE,
  };
  const found: Readonly<Record<ImportWarning, boolean>> = {
    staff: stored.isStaff,
    password_unverifiable: !isVerifiable(stored.password),
    name_untypable: !isPossibleUsername(stored.username),
    first_name_cut: characterCount(firstName) > FIRST_NAME_MAX_LENGTH,
    email_dropped: isTooLong,
    characters_replaced: [username, firstName, email].some((text) => storable(text) !== text),
    join_date_unknown: stored.dateJoined === null,
  };
  return { account: stored, warnings: (Object.keys(found) as ImportWarning[]).filter((warning) => found[warning]) };
}

export function hasStorableLength(username: string): boolean {
  return username.trim() !== '' && characterCount(username) <= USERNAME_MAX_LENGTH;
}

/** Returns the name of a password's encoding; undefined if it is not one of Django's, e.g. for an unusable password. */
export function detectEncoding(password: string): string | undefined {
  return DJANGO_ENCODING.exec(password)?.[1];
}

/** Accepts encodings that cannot be verified today, since they name their algorithm and are not clear text. */
function isStorablePassword(password: string): boolean {
  return (
    detectEncoding(password) !== undefined && password.length <= PASSWORD_MAX_LENGTH && storable(password) === password
  );
}

/** Replaces NUL, which could end a statement (decision 002), and lone surrogates, which are not valid text. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
