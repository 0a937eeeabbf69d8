import { units } from '../measure.js';
import { storedMeasureNames, storedMeasures } from '../measures.js';
import type { Sample } from '../sampler.js';

/** The column number of each measure, in the order of {@link storedMeasureNames}. */
export const columnNumbers: readonly number[] = storedMeasureNames.map((name) => storedMeasures[name].column);

/** The storage format of each measure: the value times `scale`, offset so that the lowest value is stored as 0. */
const formats = storedMeasureNames.map((name) => {
  const { decimals, lowest } = units[storedMeasures[name].unit];
  const scale = 10 ** decimals;
  return { scale, zero: -lowest * scale };
});

/** The values of one sample as stored in the history: a whole number or null for each measure. */
export interface StoredSample {
  readonly atMs: number;
  readonly figures: readonly (number | null)[];
}

export function createStoredSample(sample: Sample): StoredSample {
  return {
    atMs: Date.parse(sample.sampledAt),
    figures: storedMeasureNames.map((name, index) => {
      const figure = storedMeasures[name].read(sample);
      if (figure === null || Number.isNaN(figure)) return null;
      const { scale, zero } = formatAt(index);
      // Some virtual systems report values below the lowest one, which chunks cannot store.
      return Math.max(0, Math.round(figure * scale) + zero);
    }),
  };
}

/** Converts a stored value of the measure at `index`, or an average of several, to the measure's unit. */
export function figureOfStored(stored: number, index: number): number {
  const { scale, zero } = formatAt(index);
  return (Math.round(stored) - zero) / scale;
}

function formatAt(index: number): (typeof formats)[number] {
  const format = formats[index];
  if (!format) throw new RangeError(`There is no measure ${index}`);
  return format;
}
