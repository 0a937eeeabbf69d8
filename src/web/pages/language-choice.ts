import type { RequestHandler } from 'express';
import { type Language, languages, localeOf } from '../../i18n/catalogues.js';
import { translate } from '../../i18n/translate.js';
import { isApiPath } from '../requests/addresses.js';
import { safeNext } from '../security/safe-next.js';
import { rememberLanguage } from './appearance.js';

const PARAMETER = 'language';

/** A language that a visitor may switch to: its own name, its `lang`, and where the switch leads. */
export interface LanguageOption {
  readonly name: string;
  readonly lang: string;
  readonly href: string;
}

/** The languages other than the present one, for a page at `path` that keeps `query`. */
export function otherLanguages(
  present: Language,
  path: string,
  query: Readonly<Record<string, string>> = {},
): LanguageOption[] {
  const others = languages.filter((language) => language !== present);
  return others.map((language) => ({
    name: translate('language.name', language),
    lang: localeOf(language),
    href: `${path}?${new URLSearchParams({ ...query, [PARAMETER]: language })}`,
  }));
}

/** Carries out the switch: any page asked for with `?language=en` is shown in it, and this browser keeps it. */
export function chooseLanguage({ secureCookies }: { readonly secureCookies: boolean }): RequestHandler {
  return (request, response, next) => {
    const chosen = languages.find((language) => language === request.query[PARAMETER]);
    if (!chosen || !['GET', 'HEAD'].includes(request.method) || isApiPath(request.path)) return next();
    const url = URL.parse(request.originalUrl, 'http://vigia.invalid');
    if (!url) return next();
    rememberLanguage(response, chosen, secureCookies);
    url.searchParams.delete(PARAMETER);
    response.redirect(safeNext(url.pathname + url.search));
  };
}
