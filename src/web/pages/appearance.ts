import type { Request, Response } from 'express';
import type { Language } from '../../i18n/catalogues.js';
import { type Preferences, type Theme, themes } from '../../shared/preferences.js';
import { cookiesOf, LANGUAGE_COOKIE, THEME_COOKIE } from '../security/cookies.js';
import { languageOf } from './language.js';

/** How a page is shown to whoever asked for it. */
export interface Appearance {
  readonly language: Language;
  readonly theme: Theme;
}

const ONE_YEAR_MS = 31_536_000_000;

/** The look of a page: as the account wants it, else as this browser was left, else as the browser wishes. */
export function appearanceOf(request: Request, preferences?: Preferences): Appearance {
  const left = cookiesOf(request)[THEME_COOKIE];
  return {
    language: preferences?.language ?? languageOf(request),
    theme: preferences?.theme ?? themes.find((theme) => theme === left) ?? 'auto',
  };
}

/**
 * Leaves the look of an account with its browser, so that the pages before the login and the texts of the API have it
 * too; `secure` where the service is reached by https. An account without a language leaves the browser's alone.
 */
export function rememberAppearance(response: Response, { language, theme }: Preferences, secure: boolean): void {
  const left = cookiesOf(response.req);
  if (language !== null && left[LANGUAGE_COOKIE] !== language) rememberLanguage(response, language, secure);
  if (theme === 'auto' && left[THEME_COOKIE] !== undefined) response.clearCookie(THEME_COOKIE, cookieOptions(secure));
  if (theme !== 'auto' && left[THEME_COOKIE] !== theme) {
    response.cookie(THEME_COOKIE, theme, { ...cookieOptions(secure), maxAge: ONE_YEAR_MS });
  }
}

/** Leaves a language with this browser. */
export function rememberLanguage(response: Response, language: Language, secure: boolean): void {
  response.cookie(LANGUAGE_COOKIE, language, { ...cookieOptions(secure), maxAge: ONE_YEAR_MS });
}

function cookieOptions(secure: boolean) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
}
