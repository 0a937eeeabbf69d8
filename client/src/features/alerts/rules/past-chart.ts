import type { ComponentType } from 'react';
import type { MeasureName } from '../../../../../src/features/monitoring/measures';

/** A time in which a rule would have fired, in seconds since 1970; `to` is null while it still would. */
export interface IncidentBand {
  readonly id: string;
  /** What the rule is called. */
  readonly name: string;
  readonly severity: 'WARNING' | 'BAD';
  readonly from: number;
  readonly to: number | null;
}

interface PastChartProps {
  /** The id of the host; that which is meant when none is named, without it. */
  readonly host?: string | undefined;
  readonly measure: MeasureName;
  /** The span of time that is shown, in seconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly incidents: readonly IncidentBand[];
}

/** The chart of a measure over a span of past time. The charts are the monitoring's; what puts the two together hands it in. */
export type PastChart = ComponentType<PastChartProps>;
