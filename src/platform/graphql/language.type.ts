import { registerEnumType } from 'type-graphql';
import { type Language, languages } from '../../i18n/catalogues.js';

export const LanguageChoice: Readonly<Record<string, Language>> = Object.fromEntries(
  languages.map((language) => [language.toUpperCase().replaceAll('-', '_'), language]),
);
registerEnumType(LanguageChoice, { name: 'Language', description: 'A language of the pages and messages.' });
