import { registerEnumType } from 'type-graphql';
import { type Language, languages } from '../../i18n/catalogues.js';

export const LanguageChoice: Readonly<Record<string, Language>> = Object.fromEntries(
  languages.map((language) => [language.toUpperCase().replaceAll('-', '_'), language]),
);

const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'language' });
registerEnumType(LanguageChoice, {
  name: 'Language',
  description: 'A language of the pages and messages.',
  valuesConfig: Object.fromEntries(
    Object.entries(LanguageChoice).map(([name, language]) => [name, { description: `${ENGLISH_NAMES.of(language)}.` }]),
  ),
});
