import type { IncomingMessage } from 'node:http';
import { parseCookie } from 'cookie';

/** The cookie of a signed-in browser (contract 3). */
export const SESSION_COOKIE = 'sessionid';

/** The cookie of a guest of a room, which is sent to GraphQL alone (promise 52). */
export const GUEST_COOKIE = 'guestid';

/** The cookie of the CSRF token (contract 3). */
export const CSRF_COOKIE = 'csrftoken';

/** The cookie of a language that was chosen in this browser: the name of its catalogue, such as `pt`. */
export const LANGUAGE_COOKIE = 'language';

/** The cookie of the theme of the user who was signed in last, so that the login has it too. */
export const THEME_COOKIE = 'theme';

/** The cookies that a request brought, by name. */
export function cookiesOf({ headers }: IncomingMessage): Readonly<Record<string, string | undefined>> {
  return headers.cookie === undefined ? NONE : parseCookie(headers.cookie);
}

const NONE = Object.freeze(parseCookie(''));
