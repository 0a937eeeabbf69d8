import type { UnitOfWork } from '../../../platform/db/database.js';
import { isEmailAddress } from '../../../shared/addresses/email-address.js';
import { findByEmail } from './find-by-email.js';
import { User } from './user.entity.js';

/**
 * Finds an account by its name, else by an address that it has for itself. Takes the same time whether there is one.
 *
 * @param key the form of `typed` that names are compared by.
 */
export async function findForLogin(em: UnitOfWork, key: string, typed: string): Promise<User | null> {
  const named = await em.findOne(User, { usernameKey: key });
  // Asked for a known name too, so that the time does not tell what a text with an @ belongs to.
  const addressed = isEmailAddress(typed) ? await findByEmail(em, typed) : null;
  const user = named ?? addressed;
  // Mapping a row to an entity takes time, and the response time must not reveal whether the account exists.
  if (!user) em.map(User, DUMMY_USER_ROW);
  return user;
}

/** A user row that does not belong to any account. */
const DUMMY_USER_ROW = {
  id: 0,
  username: '',
  username_key: '',
  skeleton_hash: '',
  shown_skeleton_hash: '',
  first_name: '',
  email: '',
  password: '',
  is_active: 0,
  is_staff: 0,
  second_factor_lost: 0,
  is_break_glass: 0,
  token_version: 0,
  date_joined: 0,
  last_login: null,
};
