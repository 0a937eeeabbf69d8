import { measures } from '../../../../../../src/features/monitoring/measures';
import { ruleName as nameOf } from '../../../../lib/i18n/rule-name';
import type { IncidentBand, IncidentBands } from '../history/incident-band';

/** An incident, as the server lists it. */
interface ChartIncident {
  readonly id: string;
  readonly ruleName: string;
  readonly severity: 'WARNING' | 'BAD';
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly measure: string | null;
}

/** Returns the bands of each chart: an incident appears on the chart of the first measure that its rule compares. */
export function buildBands(incidents: readonly ChartIncident[]): IncidentBands {
  const bands = new Map<string, IncidentBand[]>();
  for (const { id, ruleName, severity, startedAt, endedAt, measure } of incidents) {
    const chart = measure !== null && measure in measures && measures[measure as keyof typeof measures].chart;
    if (!chart) continue;
    const to = endedAt === null ? null : Date.parse(endedAt) / 1000;
    const band = { id, name: nameOf(ruleName), severity, from: Date.parse(startedAt) / 1000, to };
    bands.set(chart, [...(bands.get(chart) ?? []), band]);
  }
  return bands;
}
