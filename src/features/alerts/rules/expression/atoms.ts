import type { FigureName, FigureUnit, WindowFunction } from '../figures.js';

/** The most different comparisons and times of an expression; its truth table then has 2⁶ rows. */
export const ATOMS_MAX = 6;

/** The shortest and the longest window. */
export const WINDOW_MIN_MS = 60_000;
export const WINDOW_MAX_MS = 86_400_000;

/** What a comparison reads. `path` names one file system, for `disk` alone. */
export type Quantity = FigureQuantity | WindowQuantity;

interface FigureQuantity {
  readonly kind: 'figure';
  readonly name: FigureName;
  readonly path?: string;
}

/** A figure over the time from `windowMs` ago up to now. */
export interface WindowQuantity {
  readonly kind: 'window';
  readonly function: WindowFunction;
  readonly name: FigureName;
  readonly path?: string;
  readonly windowMs: number;
}

export const comparisonOperators = ['>', '>=', '<', '<='] as const;

export type ComparisonOperator = (typeof comparisonOperators)[number];

export interface Comparison {
  readonly kind: 'comparison';
  /** In canonical form, with its unit: `avg(cpu, 10m) > 90 %`. Equal comparisons have equal texts. */
  readonly text: string;
  readonly quantity: Quantity;
  readonly operator: ComparisonOperator;
  /** In the unit: percent, bytes a second, seconds, or load per processor. */
  readonly limit: number;
  readonly unit: FigureUnit;
}

/** A span of wall-clock time, from its first minute to before its last. Past midnight where it ends before it begins. */
export interface TimeOfDay {
  readonly kind: 'time';
  /** In canonical form: `time(22:00-06:00, mon-fri)`. */
  readonly text: string;
  /** Minutes since midnight; `toMinute` may be 1440. */
  readonly fromMinute: number;
  readonly toMinute: number;
  /** The days on which it begins, 1 (Monday) to 7 (Sunday), in ascending order. */
  readonly days: readonly number[];
}

/** What stands in an expression where the truth tables have a variable. */
export type Atom = Comparison | TimeOfDay;
