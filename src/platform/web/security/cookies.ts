import type { IncomingMessage } from 'node:http';
import { parseCookie } from 'cookie';

/** Cookie of the language chosen in this browser: the name of its catalogue, such as `pt`. */
export const LANGUAGE_COOKIE = 'language';

/** Cookie of the theme of the last signed-in user, so that the login has it too. */
export const THEME_COOKIE = 'theme';

/**
 * Returns the cookies of a request, by name. {@link CredentialRules} decides whether those that are credentials are
 * valid.
 */
export function parseCookies({ headers }: IncomingMessage): Readonly<Record<string, string | undefined>> {
  return headers.cookie === undefined ? NONE : parseCookie(headers.cookie);
}

const NONE = Object.freeze(parseCookie(''));
