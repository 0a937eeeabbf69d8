import { ArgsType, Field, ObjectType, registerEnumType } from 'type-graphql';
import type { Language } from '../../../i18n/catalogues.js';
import { LanguageChoice } from '../../../platform/graphql/language.type.js';
import type { Preferences, Theme } from '../../../shared/identity/preferences.js';
import { serverTimeZone, type Units } from '../../../shared/units/units.js';

const ThemeChoice = { AUTO: 'auto', LIGHT: 'light', DARK: 'dark' } as const satisfies Record<string, Theme>;
registerEnumType(ThemeChoice, {
  name: 'Theme',
  description: 'The colours of the pages; AUTO follows the device.',
  valuesConfig: {
    AUTO: { description: 'Preference of the device.' },
    LIGHT: { description: 'Dark text on a light background.' },
    DARK: { description: 'Light text on a dark background.' },
  },
});

const DataRateUnit = { BYTES: 'bytes', BITS: 'bits' } as const satisfies Record<string, Units['dataRates']>;
registerEnumType(DataRateUnit, {
  name: 'DataRateUnit',
  description: 'Whether rates of networks and disks are counted in bytes or bits.',
  valuesConfig: {
    BYTES: { description: 'Bytes a second, as in `MiB/s`.' },
    BITS: { description: 'Bits a second, as in `Mibit/s`.' },
  },
});

const UnitPrefixes = { BINARY: 'binary', DECIMAL: 'decimal' } as const satisfies Record<string, Units['unitPrefixes']>;
registerEnumType(UnitPrefixes, {
  name: 'UnitPrefixes',
  description: 'Steps between units of data.',
  valuesConfig: {
    BINARY: { description: 'Of 1,024: KiB, MiB, GiB.' },
    DECIMAL: { description: 'Of 1,000: kB, MB, GB.' },
  },
});

const TemperatureUnit = { CELSIUS: 'celsius', FAHRENHEIT: 'fahrenheit' } as const satisfies Record<
  string,
  Units['temperature']
>;
registerEnumType(TemperatureUnit, {
  name: 'TemperatureUnit',
  description: 'Unit of temperatures on pages and in messages; those of the API are in degrees Celsius.',
  valuesConfig: {
    CELSIUS: { description: 'Degrees Celsius.' },
    FAHRENHEIT: { description: 'Degrees Fahrenheit.' },
  },
});

const TimeZoneChoice = { BROWSER: 'browser', SERVER: 'server' } as const satisfies Record<string, Units['timeZone']>;
registerEnumType(TimeZoneChoice, {
  name: 'TimeZoneChoice',
  description: "Time zone of times on pages. Messages use the server's, and name it.",
  valuesConfig: {
    BROWSER: { description: 'That of the device that shows the page.' },
    SERVER: { description: 'That of the service: `Preferences.serverTimeZone`.' },
  },
});

const ClockChoice = { LANGUAGE: 'language', H24: 'h24', H12: 'h12' } as const satisfies Record<string, Units['clock']>;
registerEnumType(ClockChoice, {
  name: 'ClockChoice',
  description: 'Whether a day has 24 or twice 12 hours.',
  valuesConfig: {
    LANGUAGE: { description: "Usual clock of the reader's language and region." },
    H24: { description: 'Day of 24 hours, as in 14:03.' },
    H12: { description: 'Twice 12 hours, as in 2:03 PM.' },
  },
});

@ObjectType('Preferences', { description: 'The preferences of a user, which apply on every device.' })
export class PreferencesType implements Preferences {
  @Field(() => LanguageChoice, {
    nullable: true,
    description: 'Language; null until the user chooses one: until then the browser decides.',
  })
  language!: Language | null;

  @Field(() => ThemeChoice, { description: 'AUTO until the user chooses one.' })
  theme!: Theme;

  @Field(() => DataRateUnit, { description: 'BYTES until the user chooses.' })
  dataRates!: Units['dataRates'];

  @Field(() => UnitPrefixes, { description: 'BINARY until the user chooses.' })
  unitPrefixes!: Units['unitPrefixes'];

  @Field(() => TemperatureUnit, { description: 'CELSIUS until the user chooses.' })
  temperature!: Units['temperature'];

  @Field(() => TimeZoneChoice, { description: 'BROWSER until the user chooses.' })
  timeZone!: Units['timeZone'];

  @Field(() => ClockChoice, { description: 'LANGUAGE until the user chooses.' })
  clock!: Units['clock'];

  @Field(() => String, { description: "The server's time zone: `America/Sao_Paulo`." })
  serverTimeZone!: string;
}

export function shapePreferences(preferences: Preferences): PreferencesType {
  return { ...preferences, serverTimeZone: serverTimeZone() };
}

@ArgsType()
export class PreferencesArgs {
  @Field(() => LanguageChoice, {
    nullable: true,
    description: 'Of pages and messages. Omitted or null: stays as it is.',
  })
  language?: Language | null;

  @Field(() => ThemeChoice, { nullable: true, description: 'Colours of the pages. Omitted or null: stay as they are.' })
  theme?: Theme | null;

  @Field(() => DataRateUnit, { nullable: true, description: 'Omitted or null: stays as it is.' })
  dataRates?: Units['dataRates'] | null;

  @Field(() => UnitPrefixes, { nullable: true, description: 'Omitted or null: stay as they are.' })
  unitPrefixes?: Units['unitPrefixes'] | null;

  @Field(() => TemperatureUnit, { nullable: true, description: 'Omitted or null: stays as it is.' })
  temperature?: Units['temperature'] | null;

  @Field(() => TimeZoneChoice, { nullable: true, description: 'Omitted or null: stays as it is.' })
  timeZone?: Units['timeZone'] | null;

  @Field(() => ClockChoice, { nullable: true, description: 'Omitted or null: stays as it is.' })
  clock?: Units['clock'] | null;
}

/** Returns the preferences that a caller gave; null counts as left out. */
export function givenPreferences(wanted: PreferencesArgs): Partial<Preferences> {
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value != null));
}
