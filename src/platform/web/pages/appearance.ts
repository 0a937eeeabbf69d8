import type { Request, Response } from 'express';
import type { Language } from '../../../i18n/catalogues.js';
import { type Preferences, type Theme, themes } from '../../../shared/identity/preferences.js';
import { LANGUAGE_COOKIE, parseCookies, THEME_COOKIE } from '../security/cookies.js';
import { detectLanguage } from './language.js';

export interface Appearance {
  readonly language: Language;
  readonly theme: Theme;
}

const ONE_YEAR_MS = 31_536_000_000;

/**
 * Returns a page's appearance, determined by the account's preferences, or else this browser's cookies, or else the
 * browser's own settings.
 */
export function resolveAppearance(request: Request, preferences?: Preferences): Appearance {
  const left = parseCookies(request)[THEME_COOKIE];
  return {
    language: preferences?.language ?? detectLanguage(request),
    theme: preferences?.theme ?? themes.find((theme) => theme === left) ?? 'auto',
  };
}

/**
 * Stores an account's preferences as cookies in its browser, so that the pages before login and the API's messages
 * follow them too; `secure` if the service is reached by https. If the account has no language, the cookie is kept.
 */
export function rememberAppearance(response: Response, { language, theme }: Preferences, secure: boolean): void {
  const left = parseCookies(response.req);
  if (language !== null && left[LANGUAGE_COOKIE] !== language) rememberLanguage(response, language, secure);
  rememberTheme(response, theme, secure);
}

export function rememberLanguage(response: Response, language: Language, secure: boolean): void {
  response.cookie(LANGUAGE_COOKIE, language, { ...cookieOptions(secure), maxAge: ONE_YEAR_MS });
}

/** Stores a theme as a cookie in this browser. The theme that follows the device doesn't need one. */
export function rememberTheme(response: Response, theme: Theme, secure: boolean): void {
  const left = parseCookies(response.req)[THEME_COOKIE];
  if (theme === 'auto' && left !== undefined) response.clearCookie(THEME_COOKIE, cookieOptions(secure));
  if (theme !== 'auto' && left !== theme) {
    response.cookie(THEME_COOKIE, theme, { ...cookieOptions(secure), maxAge: ONE_YEAR_MS });
  }
}

function cookieOptions(secure: boolean) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
}
