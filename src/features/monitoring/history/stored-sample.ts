import { storedMeasureNames, storedMeasures, units } from '../measures.js';
import type { Sample } from '../sampler.js';

/** The column number of each figure, in the order of {@link storedMeasureNames}. */
export const columnNumbers: readonly number[] = storedMeasureNames.map((name) => storedMeasures[name].column);

/** How each measure is stored: the figure times `scale`, above that of the lowest figure, which is stored as 0. */
const formats = storedMeasureNames.map((name) => {
  const { decimals, lowest } = units[storedMeasures[name].unit];
  const scale = 10 ** decimals;
  return { scale, zero: -lowest * scale };
});

/** The figures of one sample as the history stores them: a whole number or null for each measure. */
export interface StoredSample {
  readonly atMs: number;
  readonly figures: readonly (number | null)[];
}

/** A sample as the history stores it. */
export function storedSampleOf(sample: Sample): StoredSample {
  return {
    atMs: Date.parse(sample.sampledAt),
    figures: storedMeasureNames.map((name, index) => {
      const figure = storedMeasures[name].read(sample);
      if (figure === null || Number.isNaN(figure)) return null;
      const { scale, zero } = formatAt(index);
      // Some virtual systems report figures below the lowest, which a chunk cannot hold.
      return Math.max(0, Math.round(figure * scale) + zero);
    }),
  };
}

/** A stored figure of the measure at `index`, or an average of several, in the measure's unit. */
export function figureOfStored(stored: number, index: number): number {
  const { scale, zero } = formatAt(index);
  return (Math.round(stored) - zero) / scale;
}

function formatAt(index: number): (typeof formats)[number] {
  const format = formats[index];
  if (!format) throw new RangeError(`There is no measure ${index}`);
  return format;
}
