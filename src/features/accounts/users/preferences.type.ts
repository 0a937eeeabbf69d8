import { ArgsType, Field, ObjectType, registerEnumType } from 'type-graphql';
import type { Language } from '../../../i18n/catalogues.js';
import { LanguageChoice } from '../../../platform/graphql/language.type.js';
import type { Preferences, Theme } from '../../../shared/identity/preferences.js';
import { serverTimeZone, type Units } from '../../../shared/units/units.js';

const ThemeChoice = { AUTO: 'auto', LIGHT: 'light', DARK: 'dark' } as const satisfies Record<string, Theme>;
registerEnumType(ThemeChoice, { name: 'Theme', description: 'The colours of the pages; AUTO follows the device.' });

const DataRateUnit = { BYTES: 'bytes', BITS: 'bits' } as const satisfies Record<string, Units['dataRates']>;
registerEnumType(DataRateUnit, { name: 'DataRateUnit', description: 'What data rates are counted in.' });

const UnitPrefixes = { BINARY: 'binary', DECIMAL: 'decimal' } as const satisfies Record<string, Units['unitPrefixes']>;
registerEnumType(UnitPrefixes, {
  name: 'UnitPrefixes',
  description: 'Steps between units of data: 1,024 (KiB, MiB, GiB) or 1,000 (kB, MB, GB).',
});

const TemperatureUnit = { CELSIUS: 'celsius', FAHRENHEIT: 'fahrenheit' } as const satisfies Record<
  string,
  Units['temperature']
>;
registerEnumType(TemperatureUnit, { name: 'TemperatureUnit', description: 'Unit of temperatures.' });

const TimeZoneChoice = { BROWSER: 'browser', SERVER: 'server' } as const satisfies Record<string, Units['timeZone']>;
registerEnumType(TimeZoneChoice, {
  name: 'TimeZoneChoice',
  description: "Time zone of times on pages: the browser's or the server's. Messages use the server's, and name it.",
});

const ClockChoice = { LANGUAGE: 'language', H24: 'h24', H12: 'h12' } as const satisfies Record<string, Units['clock']>;
registerEnumType(ClockChoice, {
  name: 'ClockChoice',
  description: 'Whether a day has 24 or twice 12 hours; LANGUAGE does as is usual in the language of the page.',
});

@ObjectType('Preferences', { description: 'The preferences of a user, which apply on every device.' })
export class PreferencesType implements Preferences {
  @Field(() => LanguageChoice, {
    nullable: true,
    description: 'Null until the user chooses one; until then the browser decides.',
  })
  language!: Language | null;

  @Field(() => ThemeChoice)
  theme!: Theme;

  @Field(() => DataRateUnit)
  dataRates!: Units['dataRates'];

  @Field(() => UnitPrefixes)
  unitPrefixes!: Units['unitPrefixes'];

  @Field(() => TemperatureUnit)
  temperature!: Units['temperature'];

  @Field(() => TimeZoneChoice)
  timeZone!: Units['timeZone'];

  @Field(() => ClockChoice)
  clock!: Units['clock'];

  @Field(() => String, { description: "The server's time zone: `America/Sao_Paulo`." })
  serverTimeZone!: string;
}

export function shapePreferences(preferences: Preferences): PreferencesType {
  return { ...preferences, serverTimeZone: serverTimeZone() };
}

@ArgsType()
export class PreferencesArgs {
  @Field(() => LanguageChoice, { nullable: true })
  language?: Language | null;

  @Field(() => ThemeChoice, { nullable: true })
  theme?: Theme | null;

  @Field(() => DataRateUnit, { nullable: true })
  dataRates?: Units['dataRates'] | null;

  @Field(() => UnitPrefixes, { nullable: true })
  unitPrefixes?: Units['unitPrefixes'] | null;

  @Field(() => TemperatureUnit, { nullable: true })
  temperature?: Units['temperature'] | null;

  @Field(() => TimeZoneChoice, { nullable: true })
  timeZone?: Units['timeZone'] | null;

  @Field(() => ClockChoice, { nullable: true })
  clock?: Units['clock'] | null;
}

/** Returns the preferences that a caller gave; null counts as left out. */
export function givenPreferences(wanted: PreferencesArgs): Partial<Preferences> {
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value != null));
}
