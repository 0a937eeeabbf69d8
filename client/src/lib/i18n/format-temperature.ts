import { formatDecimal } from './format';
import { readerUnits } from './reader-units';

/** Prevents a line break between a figure and its unit. */
const NO_BREAK = '\u00a0';

/** Formats a temperature in the reader's unit: `48,5 °C`, or `119,3 °F`. */
export function formatTemperature(celsius: number): string {
  const isFahrenheit = readerUnits.current.temperature === 'fahrenheit';
  // Rounded first, since a tiny negative number would be written as -0.
  const shown = isFahrenheit ? Math.round(toFahrenheit(celsius) * 10) / 10 || 0 : celsius;
  return `${formatDecimal(shown, 1)}${NO_BREAK}°${isFahrenheit ? 'F' : 'C'}`;
}

export const FAHRENHEIT = { factor: 1.8, offset: 32 };

function toFahrenheit(celsius: number): number {
  return celsius * FAHRENHEIT.factor + FAHRENHEIT.offset;
}
