import { type Language, languages, localeOf } from '../../../i18n/catalogues.js';
import { translate } from '../../../i18n/translate.js';
import { LANGUAGE_PARAMETER } from './appearance-choice.js';

/** A language that a visitor may switch to: its own name, its `lang`, and where the switch leads. */
export interface LanguageOption {
  readonly language: Language;
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
    language,
    name: translate('language.name', language),
    lang: localeOf(language),
    href: `${path}?${new URLSearchParams({ ...query, [LANGUAGE_PARAMETER]: language })}`,
  }));
}
