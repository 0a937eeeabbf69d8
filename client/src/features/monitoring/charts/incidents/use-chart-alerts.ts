import { graphql } from 'gql.tada';
import { useMemo } from 'react';
import { useQuery } from 'urql';
import { useHost } from '../../host/host-identity';
import { useAskAgain } from '../../incidents/use-ask-again';
import { useShownHost } from '../../shown-host';
import type { TimeSpan } from '../../view/time-window';
import type { ChartLimits } from '../history/chart-limit';
import type { IncidentBands } from '../history/incident-band';
import { buildLimits } from './chart-limits';
import { buildBands } from './incident-bands';

/** One request for both, because the page's first load has few to spare. */
const ChartAlertsQuery = graphql(`
  query ChartAlerts($host: ID, $from: DateTime!, $to: DateTime!) {
    incidents(host: $host, first: 100, from: $from, to: $to) {
      nodes {
        id
        ruleName
        severity
        state
        startedAt
        endedAt
        measure
      }
    }
    alertLimits(host: $host) {
      ruleName
      severity
      measure
      limit
    }
  }
`);

/** Step in seconds to which the span is rounded, so that queries made at nearly the same time are identical. */
const STEP = 60;

/** The alerts of a host as its charts show them, by chart name. */
interface ChartAlerts {
  readonly bands: IncidentBands;
  readonly limits: ChartLimits;
}

/**
 * Returns the newest incidents of the shown host within a time span, and the limits of its rules, and keeps them up to
 * date. Fetches nothing until the span is known.
 */
export function useChartAlerts(span: TimeSpan, isKnown: boolean): ChartAlerts {
  const from = formatIso(Math.floor(span.from / STEP) * STEP);
  const to = formatIso(Math.ceil(span.to / STEP) * STEP);
  const own = useHost()?.id;
  const host = useShownHost() ?? own;
  const [{ data }, ask] = useQuery({
    query: ChartAlertsQuery,
    variables: { host, from, to },
    pause: !isKnown || host === undefined,
    requestPolicy: 'cache-and-network',
  });
  useAskAgain(ask);
  // Stable references keep the charts from being redrawn.
  const bands = useMemo(() => buildBands(data?.incidents.nodes ?? []), [data]);
  // Compared as text, because nearly every answer has the same limits, and a new list would redraw all charts.
  const listed = JSON.stringify(data?.alertLimits ?? []);
  const limits = useMemo(() => buildLimits(JSON.parse(listed)), [listed]);
  return { bands, limits };
}

function formatIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
