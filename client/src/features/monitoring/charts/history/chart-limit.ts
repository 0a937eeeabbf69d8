import type { MeasureName } from '../../../../../../src/features/monitoring/measures';

/** A value with which rules compare a measure, on the chart of that measure. */
export interface ChartLimit {
  readonly measure: MeasureName;
  readonly figure: number;
  readonly severity: 'WARNING' | 'BAD';
  /** Names of the rules. */
  readonly names: readonly string[];
}

/** Limits by chart name; charts without limits have no entry. */
export type ChartLimits = ReadonlyMap<string, readonly ChartLimit[]>;

/** A shared empty list, so that charts without limits get the same reference. */
export const NO_LIMITS: readonly ChartLimit[] = [];
