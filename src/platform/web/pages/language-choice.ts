import { type Language, languages, localeOf } from '../../../i18n/catalogues.js';
import { translate } from '../../../i18n/translate.js';
import { LANGUAGE_PARAMETER } from './appearance-choice.js';

/** A language offered to visitors: its own name, its `lang`, and the URL that switches to it. */
export interface LanguageOption {
  readonly language: Language;
  readonly name: string;
  readonly lang: string;
  readonly href: string;
}

/** Returns the languages other than the current one, with links to `path` that keep `query`. */
export function otherLanguages(
  present: Language,
  path: string,
  query: Readonly<Record<string, string>> = {},
): LanguageOption[] {
  const others = languages.filter((language) => language !== present);
  return others.map((language) => ({
    language,
    name: translate('language.name', language),
    lang: localeOf(language),
    href: `${path}?${new URLSearchParams({ ...query, [LANGUAGE_PARAMETER]: language })}`,
  }));
}
