import { graphql } from 'gql.tada';
import type { Client } from 'urql';
import type { Store } from '../../../lib/state/store';
import type { Polling } from './polling';
import { SampleFields } from './sample-fields';
import { type PollResult, startPolling } from './sample-poller';

const MetricsQuery = graphql(
  `
    query AskMetrics($host: ID) {
      metrics(host: $host) {
        ...SampleFields
      }
    }
  `,
  [SampleFields],
);

/** Polls a host's samples where they cannot be pushed, until the returned function is called. */
export function pollSamples(client: Client, host: string | undefined, polling: Store<Polling>): () => void {
  const name = host === undefined ? 'samples' : `samples.${host}`;
  return startPolling(name, polling, () => fetchSample(client, host));
}

async function fetchSample(client: Client, host: string | undefined): Promise<PollResult> {
  const { data, error } = await client.query(MetricsQuery, { host }, { requestPolicy: 'network-only' }).toPromise();
  if (data) return { sample: data.metrics };
  const seconds = error?.graphQLErrors[0]?.extensions.retryAfter;
  return typeof seconds === 'number' ? { waitMs: seconds * 1000 } : null;
}
