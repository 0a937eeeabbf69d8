import { graphql, type ResultOf } from 'gql.tada';
import { useQuery } from 'urql';
import { useHost } from '../../host/host-identity';
import { useAskAgain } from '../../incidents/use-ask-again';
import { useShownHost } from '../../shown-host';
import type { TimeSpan } from '../../view/time-window';

const ChartIncidentsQuery = graphql(`
  query ChartIncidents($host: ID, $from: String!, $to: String!) {
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
  }
`);

export type ChartIncident = ResultOf<typeof ChartIncidentsQuery>['incidents']['nodes'][number];

/** Step in seconds to which the span is rounded, so that queries made at nearly the same time are identical. */
const STEP = 60;

/**
 * Returns the newest incidents of the shown host within a time span and keeps them up to date. Fetches nothing until
 * the span is known.
 */
export function useIncidents(span: TimeSpan, isKnown: boolean): readonly ChartIncident[] {
  const from = formatIso(Math.floor(span.from / STEP) * STEP);
  const to = formatIso(Math.ceil(span.to / STEP) * STEP);
  const own = useHost()?.id;
  const host = useShownHost() ?? own;
  const [{ data }, ask] = useQuery({
    query: ChartIncidentsQuery,
    variables: { host, from, to },
    pause: !isKnown || host === undefined,
    requestPolicy: 'cache-and-network',
  });
  useAskAgain(ask);
  return data?.incidents.nodes ?? NONE;
}

const NONE: readonly ChartIncident[] = [];

function formatIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
