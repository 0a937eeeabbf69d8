import type { MovedAccount } from '../../accounts/moved-account.js';
import { type DjangoRow, flagOf, textOf, timeOf } from './django-fields.js';

/** A user of Django: the account that moves, and what of it does not. */
export interface DjangoUser {
  readonly account: MovedAccount;
  readonly hasLastName: boolean;
  /** Could do everything by code, but may not open the administration: no role here. */
  readonly isSuperuserOnly: boolean;
}

/**
 * Reads a row of Django's user model, or of one in its place, which may lack what Vigia does not need: without
 * `username`, its users log in with their `email`. Staff are those whom Django's administration lets in, `is_staff`.
 */
export function djangoUser(row: DjangoRow): DjangoUser {
  const isStaff = flagOf(row.is_staff, false);
  return {
    account: {
      id: textOf(row.id),
      username: textOf('username' in row ? row.username : row.email),
      firstName: textOf(row.first_name),
      email: textOf(row.email),
      password: textOf(row.password),
      isActive: flagOf(row.is_active, true),
      isStaff,
      dateJoined: timeOf(row.date_joined),
      lastLogin: timeOf(row.last_login),
    },
    hasLastName: textOf(row.last_name) !== '',
    isSuperuserOnly: flagOf(row.is_superuser, false) && !isStaff,
  };
}
