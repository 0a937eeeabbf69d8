import { figuresOf, measureNames, measures, units } from '../measures.js';
import type { Sample } from '../sampler.js';

/** The column number of each measure, in the order of {@link measureNames}. */
export const columnNumbers: readonly number[] = measureNames.map((name) => measures[name].column);

/** Stored figures are whole numbers: so many of them make one of the measure's unit. */
const SCALES: readonly number[] = measureNames.map((name) => 10 ** units[measures[name].unit].decimals);

/** The figures of one sample as the history stores them: a whole number or null for each measure. */
export interface StoredSample {
  readonly atMs: number;
  readonly figures: readonly (number | null)[];
}

/** A sample as the history stores it. */
export function storedSampleOf(sample: Sample): StoredSample {
  const figures = figuresOf(sample);
  return {
    atMs: Date.parse(sample.sampledAt),
    figures: measureNames.map((name, index) => {
      const figure = figures[name];
      if (figure === null || Number.isNaN(figure)) return null;
      // Some virtual systems report figures below zero, which a chunk cannot hold.
      return Math.max(0, Math.round(figure * (SCALES[index] ?? 1)));
    }),
  };
}

/** A stored figure of the measure at `index`, or an average of several, in the measure's unit. */
export function figureOfStored(stored: number, index: number): number {
  return Math.round(stored) / (SCALES[index] ?? 1);
}
