import type { FigureName, FigureUnit, WindowFunction } from '../figures.js';

/** Maximum number of distinct comparisons and times in an expression, which limits its truth table to 2⁶ rows. */
export const ATOMS_MAX = 6;

export const WINDOW_MIN_MS = 60_000;
export const WINDOW_MAX_MS = 86_400_000;

/** The quantity a comparison reads. `path` names a single file system and is only used with `disk`. */
export type Quantity = FigureQuantity | WindowQuantity;

interface FigureQuantity {
  readonly kind: 'figure';
  readonly name: FigureName;
  readonly path?: string;
}

/** A figure aggregated over the last `windowMs`. */
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
  /** The comparison in canonical form, with its unit: `avg(cpu, 10m) > 90 %`. Equal comparisons have equal texts. */
  readonly text: string;
  readonly quantity: Quantity;
  readonly operator: ComparisonOperator;
  /** In percent, bytes per second, seconds or load per processor, depending on the unit. */
  readonly limit: number;
  readonly unit: FigureUnit;
}

/** A span of wall-clock time, excluding its last minute. It passes midnight if it ends before it begins. */
export interface TimeOfDay {
  readonly kind: 'time';
  /** The span in canonical form: `time(22:00-06:00, mon-fri)`. */
  readonly text: string;
  /** Minutes since midnight; `toMinute` may be 1440. */
  readonly fromMinute: number;
  readonly toMinute: number;
  /** The days on which it begins, from 1 (Monday) to 7 (Sunday), in ascending order. */
  readonly days: readonly number[];
}

/** An operand, which takes the place of a variable in truth tables. */
export type Atom = Comparison | TimeOfDay;
