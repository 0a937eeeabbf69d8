import { STORED_NAME_MAX_BYTES, USERNAME_MAX_LENGTH, usernameKey } from '../../shared/identity/username.js';
import { cutToBytes } from '../../shared/text/cut-text.js';

/** Returns a name in stored form, with invisible characters made visible, and cut to the length of the column. */
export function readableName(text: string): string {
  return cutToBytes(visibleName(text), STORED_NAME_MAX_BYTES);
}

/**
 * Returns a name's search key. Every spelling that logs in to an account has the key of its user name. Names that no
 * account can have get a key too, since they are also typed at the login. Keys are truncated, so very long names that
 * begin alike have the same key.
 */
export function auditKey(typed: string): string {
  return cutToBytes(cutToLength(usernameKey(visibleName(typed))), STORED_NAME_MAX_BYTES);
}

function visibleName(text: string): string {
  const start = text.slice(0, 4 * USERNAME_MAX_LENGTH).toWellFormed();
  return cutToLength(start.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd'));
}

function cutToLength(text: string): string {
  return [...text].slice(0, USERNAME_MAX_LENGTH).join('');
}
