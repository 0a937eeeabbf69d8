import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { type Language, languages } from '../../i18n/catalogues.js';
import type { Theme } from '../../shared/preferences.js';

/** The languages as GraphQL names them. */
export const LanguageChoice: Readonly<Record<string, Language>> = Object.fromEntries(
  languages.map((language) => [language.toUpperCase().replaceAll('-', '_'), language]),
);
registerEnumType(LanguageChoice, { name: 'Language', description: 'A language of the pages and messages.' });

/** The themes as GraphQL names them. */
export const ThemeChoice = { AUTO: 'auto', LIGHT: 'light', DARK: 'dark' } as const satisfies Record<string, Theme>;
registerEnumType(ThemeChoice, { name: 'Theme', description: 'The colours of the pages; AUTO follows the device.' });

/** How somebody wants the pages. */
@ObjectType('Preferences', { description: 'How somebody wants the pages, on every device.' })
export class PreferencesType {
  @Field(() => LanguageChoice, { nullable: true, description: 'Null until chosen: then the browser decides.' })
  language!: Language | null;

  @Field(() => ThemeChoice)
  theme!: Theme;
}
