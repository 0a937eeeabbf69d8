import { graphql, type ResultOf } from 'gql.tada';
import { useSubscription } from 'urql';

const MetricsSubscription = graphql(`
  subscription Metrics {
    metrics {
      sampledAt
      cpuPercent
      ramPercent
      ramUsed
      ramTotal
      memoryUsed
      memoryTotal
    }
  }
`);

/** One sample of the host: percentages, gigabytes, and when it was taken (contract section 4). */
export type Sample = ResultOf<typeof MetricsSubscription>['metrics'];

/** Kept over a change of page: who moves on while the connection is lost still sees what was last known. */
let lastSample: Sample | undefined;

/**
 * The newest sample, pushed by the server; undefined until the first one. While the connection is
 * lost it stays the last one received.
 */
export function useSample(): Sample | undefined {
  const [{ data }] = useSubscription({ query: MetricsSubscription });
  lastSample = data?.metrics ?? lastSample;
  return lastSample;
}
