import type { Units } from './units.js';

/** A number of bytes or bits in the unit that suits it: 1.5 and `MiB`. */
export interface ScaledData {
  readonly number: number;
  readonly unit: string;
  /** Whether the number is in bytes or bits themselves, which have no fractions. */
  readonly isWhole: boolean;
}

const BINARY = { step: 1024, prefixes: ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'] };
const DECIMAL = { step: 1000, prefixes: ['', 'k', 'M', 'G', 'T', 'P'] };

/** Scales an amount of data to the largest unit of which there is at least one. Imported by server and browser. */
export function scaleData(
  amount: number,
  name: 'B' | 'bit',
  { unitPrefixes }: { readonly unitPrefixes?: Units['unitPrefixes'] | undefined },
): ScaledData {
  const { step, prefixes } = unitPrefixes === 'decimal' ? DECIMAL : BINARY;
  let [number, power] = [amount, 0];
  for (; Math.abs(number) >= step && power < prefixes.length - 1; power += 1) number /= step;
  return { number, unit: `${prefixes[power]}${name}`, isWhole: power === 0 };
}

/** Scales a data rate to a suitable unit: 1.5 and `MiB/s`, or 12.6 and `Mbit/s`. */
export function scaleRate(bytesPerSecond: number, units: Partial<Units>): ScaledData {
  const scaled =
    units.dataRates === 'bits' ? scaleData(bytesPerSecond * 8, 'bit', units) : scaleData(bytesPerSecond, 'B', units);
  return { ...scaled, unit: `${scaled.unit}/s` };
}
