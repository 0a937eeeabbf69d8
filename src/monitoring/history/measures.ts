import type { Sample } from '../sampler.js';
import { metricsOf, type ShownMetrics } from '../shown-metrics.js';

/** What the history remembers of a sample; cores are live only. */
export const measures = [
  'cpuPercent',
  'ramPercent',
  'swapPercent',
  'loadAverage',
  'diskPercent',
  'networkReceived',
  'networkSent',
  'diskRead',
  'diskWritten',
] as const;

/** One of them, by its name in the schema; `loadAverage` is the one of a minute. */
export type MeasureName = (typeof measures)[number];

/**
 * The column of each measure in every chunk that was ever written: never to be changed, nor given to another measure when
 * one goes. A measure that is added takes the next number.
 */
const COLUMN_NUMBERS: Readonly<Record<MeasureName, number>> = {
  cpuPercent: 0,
  ramPercent: 1,
  swapPercent: 2,
  loadAverage: 3,
  diskPercent: 4,
  networkReceived: 5,
  networkSent: 6,
  diskRead: 7,
  diskWritten: 8,
};

/** Those numbers, in the order of {@link measures}. */
export const columnNumbers: readonly number[] = measures.map((measure) => COLUMN_NUMBERS[measure]);

/** Whole numbers are kept: with so many decimals, those that clients see. */
const DECIMALS: Readonly<Record<MeasureName, number>> = {
  cpuPercent: 1,
  ramPercent: 1,
  swapPercent: 1,
  loadAverage: 2,
  diskPercent: 1,
  networkReceived: 0,
  networkSent: 0,
  diskRead: 0,
  diskWritten: 0,
};

const SCALES: readonly number[] = measures.map((measure) => 10 ** DECIMALS[measure]);

/** The figures of one sample as they are kept: a whole number or null for each measure. */
export interface KeptSample {
  readonly atMs: number;
  readonly figures: readonly (number | null)[];
}

/** A sample as it is kept. */
export function keptSampleOf(sample: Sample): KeptSample {
  const metrics = metricsOf(sample);
  return {
    atMs: Date.parse(sample.sampledAt),
    figures: measures.map((measure, index) => {
      const shown = shownFigure(metrics, measure);
      // What some virtual system tells may be below nothing; the history keeps whole numbers from 0.
      return shown === null || Number.isNaN(shown) ? null : Math.max(0, Math.round(shown * (SCALES[index] ?? 1)));
    }),
  };
}

function shownFigure(metrics: ShownMetrics, measure: MeasureName): number | null {
  return measure === 'loadAverage' ? (metrics.loadAverage?.one ?? null) : metrics[measure];
}

/** A kept figure of the measure at `index`, or an average of some, as clients see it. */
export function shown(kept: number, index: number): number {
  const scale = SCALES[index] ?? 1;
  return Math.round(kept) / scale;
}
