import { readerUnitsOf } from '../../../../../src/shared/units/reader-units';
import type { Units } from '../../../../../src/shared/units/units';
import { setReaderUnits } from '../../../lib/i18n/reader-units';
import type { Preferences } from '../account.operations';

/** The choices of the section, as named in GraphQL. */
export type UnitChoices = Pick<Preferences, 'dataRates' | 'unitPrefixes' | 'temperature' | 'timeZone' | 'clock'>;

/** Makes every figure and time that is formatted from now on follow the choices. */
export function applyUnits(choices: UnitChoices, serverTimeZone: string): void {
  const { dataRates, unitPrefixes, temperature, timeZone, clock } = choices;
  const units = {
    dataRates: lowerCase(dataRates),
    unitPrefixes: lowerCase(unitPrefixes),
    temperature: lowerCase(temperature),
    timeZone: lowerCase(timeZone),
    clock: lowerCase(clock),
  } satisfies Units;
  setReaderUnits(readerUnitsOf(units, serverTimeZone));
}

function lowerCase<Text extends string>(text: Text): Lowercase<Text> {
  return text.toLowerCase() as Lowercase<Text>;
}
