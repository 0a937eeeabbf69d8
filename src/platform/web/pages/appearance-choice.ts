import type { RequestHandler } from 'express';
import { languages } from '../../../i18n/catalogues.js';
import { themes } from '../../../shared/identity/preferences.js';
import { isApiPath } from '../requests/addresses.js';
import { safeNext } from '../security/safe-next.js';
import { rememberLanguage, rememberTheme } from './appearance.js';

/** Query parameter that switches a page's language. */
export const LANGUAGE_PARAMETER = 'language';
const THEME_PARAMETER = 'theme';

/** Applies `?language=en` or `?theme=dark` to the requested page and remembers it in this browser. */
export function chooseAppearance({ secureCookies }: { readonly secureCookies: boolean }): RequestHandler {
  return (request, response, next) => {
    const language = languages.find((known) => known === request.query[LANGUAGE_PARAMETER]);
    const theme = themes.find((known) => known === request.query[THEME_PARAMETER]);
    if (!(language || theme) || !['GET', 'HEAD'].includes(request.method) || isApiPath(request.path)) return next();
    const url = URL.parse(request.originalUrl, 'http://vigia.invalid');
    if (!url) return next();
    if (language) {
      rememberLanguage(response, language, secureCookies);
      url.searchParams.delete(LANGUAGE_PARAMETER);
    }
    if (theme) {
      rememberTheme(response, theme, secureCookies);
      url.searchParams.delete(THEME_PARAMETER);
    }
    response.redirect(safeNext(url.pathname + url.search));
  };
}
