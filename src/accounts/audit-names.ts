import { USERNAME_MAX_LENGTH, usernameKey } from './username.js';

/** Text that any database takes and that shows what cannot be seen; no longer than a name can be. */
export function readableName(text: string): string {
  const start = text.slice(0, 4 * USERNAME_MAX_LENGTH).toWellFormed();
  return [...start.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')].slice(0, USERNAME_MAX_LENGTH).join('');
}

/**
 * A name as events are looked for by it: every spelling that logs in to an account has the key of its user name. Names
 * that nobody can have, as they are tried at the login, have one too; compared forms may be longer and are cut.
 */
export function auditKey(typed: string): string {
  return [...usernameKey(readableName(typed))].slice(0, USERNAME_MAX_LENGTH).join('');
}
