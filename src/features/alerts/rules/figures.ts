import type { MeasureName } from '../../monitoring/measures.js';

export type FigureUnit = 'percent' | 'load' | 'bytesPerSecond' | 'seconds';

/** The values that figures of a unit can have, with both ends. */
export const unitRanges: Readonly<Record<FigureUnit, { readonly least: number; readonly most: number }>> = {
  percent: { least: 0, most: 100 },
  load: { least: 0, most: Number.POSITIVE_INFINITY },
  bytesPerSecond: { least: 0, most: Number.POSITIVE_INFINITY },
  seconds: { least: 0, most: Number.POSITIVE_INFINITY },
};

interface Figure {
  readonly unit: FigureUnit;
  /** The measure on whose chart the figure appears; null if there is none. */
  readonly measure: MeasureName | null;
  /** Whether the figure supports windows. False for times that only ever grow. */
  readonly hasWindows: boolean;
}

/** All figures that a rule can compare, by their name in expressions (contract 12). */
export const figures = {
  cpu: { unit: 'percent', measure: 'cpuPercent', hasWindows: true },
  ram: { unit: 'percent', measure: 'ramPercent', hasWindows: true },
  swap: { unit: 'percent', measure: 'swapPercent', hasWindows: true },
  /** Of the fullest file system, or of the one at the path. */
  disk: { unit: 'percent', measure: 'diskPercent', hasWindows: true },
  /** Per processor: 1 means that all are busy. */
  load1: { unit: 'load', measure: 'loadAverage', hasWindows: true },
  load5: { unit: 'load', measure: null, hasWindows: true },
  load15: { unit: 'load', measure: null, hasWindows: true },
  netin: { unit: 'bytesPerSecond', measure: 'networkReceived', hasWindows: true },
  netout: { unit: 'bytesPerSecond', measure: 'networkSent', hasWindows: true },
  diskread: { unit: 'bytesPerSecond', measure: 'diskRead', hasWindows: true },
  diskwrite: { unit: 'bytesPerSecond', measure: 'diskWritten', hasWindows: true },
  uptime: { unit: 'seconds', measure: null, hasWindows: false },
  /** Since the newest sample of the host. */
  away: { unit: 'seconds', measure: null, hasWindows: false },
} as const satisfies Record<string, Figure>;

export type FigureName = keyof typeof figures;

/** In the order of suggestions. */
export const figureNames = Object.keys(figures) as readonly FigureName[];

export const windowFunctions = ['avg', 'min', 'max', 'rise'] as const;

export type WindowFunction = (typeof windowFunctions)[number];
