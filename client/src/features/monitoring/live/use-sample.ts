import { graphql } from 'gql.tada';
import { useEffect, useState } from 'react';
import { type Client, useClient, useSubscription } from 'urql';
import { useConnection } from '../../../lib/graphql/connection';
import { useStore } from '../../../lib/state/store';
import { pollAnswered } from './connection-state';
import { type Sample, SampleFields } from './sample-fields';
import { createSamplePoller, type Polling, type PollResult } from './sample-poller';

const MetricsSubscription = graphql(
  `
    subscription Metrics {
      metrics {
        ...SampleFields
      }
    }
  `,
  [SampleFields],
);

const MetricsQuery = graphql(
  `
    query AskMetrics {
      metrics {
        ...SampleFields
      }
    }
  `,
  [SampleFields],
);

/** After so many failed attempts in a row samples are polled instead. */
const FAILURES_BEFORE_POLLING = 2;

/** Outlives the component: whoever changes the page while the connection is lost still sees the last known sample. */
let lastSample: Sample | undefined;

/** The newest sample, undefined until the first one, and the state of the polling where the server cannot push. */
export interface LiveSample {
  readonly sample: Sample | undefined;
  readonly polling: Polling;
}

/** Subscribes to samples. While the connection is lost the last one received stays. */
export function useSample(): LiveSample {
  const client = useClient();
  const [poller] = useState(() => createSamplePoller(() => fetchSample(client)));
  const [{ data }] = useSubscription({ query: MetricsSubscription });
  const connection = useConnection();
  const polling = useStore(poller.polling);
  const polls = connection.state === 'offline' && connection.failures >= FAILURES_BEFORE_POLLING;
  useEffect(() => (polls ? poller.start() : undefined), [poller, polls]);
  const answered = pollAnswered(polling);
  const onAnswer = connection.state === 'offline' ? connection.onAnswer : undefined;
  useEffect(() => {
    if (answered !== undefined) onAnswer?.(answered);
  }, [answered, onAnswer]);

  const polled = polling.state === 'answered' ? polling.sample : undefined;
  lastSample = newest(newest(data?.metrics, polled), lastSample);
  return { sample: lastSample, polling };
}

async function fetchSample(client: Client): Promise<PollResult> {
  const { data, error } = await client.query(MetricsQuery, {}, { requestPolicy: 'network-only' }).toPromise();
  if (data) return { sample: data.metrics };
  const seconds = error?.graphQLErrors[0]?.extensions.retryAfter;
  return typeof seconds === 'number' ? { waitMs: seconds * 1000 } : null;
}

function newest(a: Sample | undefined, b: Sample | undefined): Sample | undefined {
  if (!a || !b) return a ?? b;
  return a.sampledAt >= b.sampledAt ? a : b;
}
