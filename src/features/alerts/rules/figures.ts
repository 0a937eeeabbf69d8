import type { MeasureName } from '../../monitoring/measures.js';

/** What the figures of expressions are counted in. */
export type FigureUnit = 'percent' | 'load' | 'bytesPerSecond' | 'seconds';

interface Figure {
  readonly unit: FigureUnit;
  /** The measure on whose chart it is seen; null where there is no chart of it. */
  readonly measure: MeasureName | null;
  /** Whether a window can be taken of it. Not of times that only ever grow. */
  readonly hasWindows: boolean;
}

/** Everything that a rule can compare, by its name in an expression (contract 12). */
export const figures = {
  cpu: { unit: 'percent', measure: 'cpuPercent', hasWindows: true },
  ram: { unit: 'percent', measure: 'ramPercent', hasWindows: true },
  swap: { unit: 'percent', measure: 'swapPercent', hasWindows: true },
  /** Of the fullest file system. With a path: of that one. */
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

/** The name of a figure in an expression. */
export type FigureName = keyof typeof figures;

/** All of them, in the order in which they are suggested. */
export const figureNames = Object.keys(figures) as readonly FigureName[];

/** What is computed over a window of time. */
export const windowFunctions = ['avg', 'min', 'max', 'rise'] as const;

export type WindowFunction = (typeof windowFunctions)[number];
