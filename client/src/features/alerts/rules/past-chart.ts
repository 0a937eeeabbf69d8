import type { ComponentType } from 'react';
import type { MeasureName } from '../../../../../src/features/monitoring/measures';

/** A period in which a rule would have fired, in seconds since 1970; `to` is null if it would still be firing. */
export interface IncidentBand {
  readonly id: string;
  readonly name: string;
  readonly severity: 'WARNING' | 'BAD';
  readonly from: number;
  readonly to: number | null;
}

interface PastChartProps {
  /** Host id; the default host if missing. */
  readonly host?: string | undefined;
  readonly measure: MeasureName;
  /** The visible time span, in seconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly incidents: readonly IncidentBand[];
}

/**
 * Chart of a measure over a past time span. Monitoring implements it, and the code that composes both features passes
 * it in.
 */
export type PastChart = ComponentType<PastChartProps>;
