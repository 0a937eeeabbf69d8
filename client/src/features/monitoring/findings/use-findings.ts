import { graphql, type ResultOf } from 'gql.tada';
import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { useShownHost } from '../shown-host';

const FindingsQuery = graphql(`
  query Findings($host: ID) {
    findings(host: $host) {
      kind
      severity
      text
      measure
      cause
    }
  }
`);

/** A finding about the host, computed by the service itself (contract 4). */
export type Finding = ResultOf<typeof FindingsQuery>['findings'][number];

export interface Findings {
  /** The last known findings, most severe first; undefined before the first response. */
  readonly findings: readonly Finding[] | undefined;
  /** The server's message if no findings could be fetched. */
  readonly failure: string | undefined;
  readonly retry: () => void;
}

/** Minimum interval between requests, because findings change slowly. */
const ASK_EVERY_MS = 30_000;

/** Returns the current findings, refetched with newer samples (`sampledAt`) but not with every one. */
export function useFindings(sampledAt: string | undefined): Findings {
  const [{ data, error }, ask] = useQuery({
    query: FindingsQuery,
    variables: { host: useShownHost() },
    requestPolicy: 'cache-and-network',
  });
  const askedAt = useRef(Date.now());
  useEffect(() => {
    if (sampledAt === undefined || Date.now() - askedAt.current < ASK_EVERY_MS) return;
    askedAt.current = Date.now();
    ask({ requestPolicy: 'network-only' });
  }, [sampledAt, ask]);
  return {
    findings: data?.findings,
    failure: error && describeFailure(error).text,
    retry: () => ask({ requestPolicy: 'network-only' }),
  };
}
