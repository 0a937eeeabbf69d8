import type { IncomingMessage } from 'node:http';
import { parseCookie } from 'cookie';

/** Cookie with the language chosen in this browser, named by its catalogue, e.g. `pt`. */
export const LANGUAGE_COOKIE = 'language';

/** Cookie with the last signed-in user's theme, so that the login page uses it too. */
export const THEME_COOKIE = 'theme';

/**
 * Returns a request's cookies by name. {@link CredentialRules} decides whether those that are credentials are accepted.
 */
export function parseCookies({ headers }: IncomingMessage): Readonly<Record<string, string | undefined>> {
  return headers.cookie === undefined ? NONE : parseCookie(headers.cookie);
}

const NONE = Object.freeze(parseCookie(''));
