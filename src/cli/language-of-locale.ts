import { type Language, languages } from '../i18n/catalogues.js';
import { languageFor } from '../i18n/language-for.js';
import { processEnvironment } from '../settings/environment.js';

/** Returns the language of the process's locale, or English. */
export function languageOfLocale(): Language {
  const { LC_ALL, LC_MESSAGES, LANG } = processEnvironment();
  const [locale = ''] = (LC_ALL || LC_MESSAGES || LANG || '').split(/[.@]/);
  return languageFor(locale.replace('_', '-'), languages) ?? 'en';
}
