import type { DjangoFactor } from './django-factors.js';
import { type DjangoRow, FieldReader } from './django-fields.js';
import type { ImportedAccount } from './imported-account.js';

/** A Django user: the account to import, and data that is not imported. */
export interface DjangoUser {
  readonly account: ImportedAccount;
  readonly hasLastName: boolean;
  /**
   * Whether the user has all permissions in Django but no access to its admin site, and therefore gets no role here.
   */
  readonly isSuperuserOnly: boolean;
  readonly factor?: DjangoFactor | undefined;
}

/**
 * Reads a row of Django's user model or of a custom one, which may lack fields that Vigia does not need. Without
 * `username`, the `email` becomes the username. Accounts with `is_staff`, which grants access to Django's admin site,
 * become staff.
 */
export function djangoUser(row: DjangoRow, columns: ReadonlySet<string>): DjangoUser {
  const read = new FieldReader(row, columns);
  const nameField = columns.has('username') ? 'username' : 'email';
  const account = {
    id: read.key(),
    username: read.text(nameField),
    firstName: read.text('first_name'),
    email: read.text('email'),
    password: read.text('password'),
    isActive: read.flag('is_active', true),
    isStaff: read.flag('is_staff', false),
    dateJoined: read.time('date_joined'),
    lastLogin: read.time('last_login'),
  };
  const hasLastName = read.text('last_name') !== '';
  const isSuperuserOnly = read.flag('is_superuser', false) && !account.isStaff;
  if (read.fault === undefined) return { account, hasLastName, isSuperuserOnly };
  return { account: { ...account, username: nameIn(row[nameField]), fault: read.fault }, hasLastName, isSuperuserOnly };
}

/** Returns the name found in an unreadable row, for the report. */
function nameIn(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}
