import { graphql, type ResultOf } from 'gql.tada';
import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../../lib/graphql/failure-of';
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

/** What stands out about the host, computed by the service itself (contract 4). */
export type Finding = ResultOf<typeof FindingsQuery>['findings'][number];

/** The findings, and the state of their request. */
export interface Findings {
  /** The last ones known, the most severe first; undefined before the first answer. */
  readonly findings: readonly Finding[] | undefined;
  /** Why there are none, in the server's words. */
  readonly failure: string | undefined;
  readonly retry: () => void;
}

/** Findings change slowly: they are requested again after so long at the earliest. */
const ASK_EVERY_MS = 30_000;

/** The findings of now; asked for again with a newer sample (`sampledAt`), but not with each. */
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
    failure: error && failureOf(error).text,
    retry: () => ask({ requestPolicy: 'network-only' }),
  };
}
