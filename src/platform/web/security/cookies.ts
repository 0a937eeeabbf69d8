import type { IncomingMessage } from 'node:http';
import { parseCookie } from 'cookie';

/** The cookie of a language that was chosen in this browser: the name of its catalogue, such as `pt`. */
export const LANGUAGE_COOKIE = 'language';

/** The cookie of the theme of the user who was signed in last, so that the login has it too. */
export const THEME_COOKIE = 'theme';

/** The cookies that a request brought, by name. Those that are credentials count only as {@link CredentialRules} says. */
export function cookiesOf({ headers }: IncomingMessage): Readonly<Record<string, string | undefined>> {
  return headers.cookie === undefined ? NONE : parseCookie(headers.cookie);
}

const NONE = Object.freeze(parseCookie(''));
