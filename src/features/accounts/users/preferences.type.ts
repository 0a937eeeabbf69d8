import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { Language } from '../../../i18n/catalogues.js';
import { LanguageChoice } from '../../../platform/graphql/language.type.js';
import type { Theme } from '../../../shared/identity/preferences.js';

export const ThemeChoice = { AUTO: 'auto', LIGHT: 'light', DARK: 'dark' } as const satisfies Record<string, Theme>;
registerEnumType(ThemeChoice, {
  name: 'Theme',
  description: 'The colours of the pages; AUTO follows the device.',
  valuesConfig: {
    AUTO: { description: 'As the device prefers.' },
    LIGHT: { description: 'Dark text on a light background.' },
    DARK: { description: 'Light text on a dark background.' },
  },
});

@ObjectType('Preferences', { description: 'The preferences of a user, which apply on every device.' })
export class PreferencesType {
  @Field(() => LanguageChoice, {
    nullable: true,
    description: 'Null until the user chooses one; until then the browser decides.',
  })
  language!: Language | null;

  @Field(() => ThemeChoice, { description: 'AUTO until the user chooses one.' })
  theme!: Theme;
}
