import { graphql } from 'gql.tada';
import { useEffect, useState } from 'react';
import { type Client, useClient, useSubscription } from 'urql';
import { useConnection } from '../../../lib/graphql/connection';
import { createStore, type Store, useStore } from '../../../lib/state/store';
import { useShownHost } from '../shown-host';
import { IDLE, type Polling, STARTING } from './polling';
import { type Sample, SampleFields } from './sample-fields';

const MetricsSubscription = graphql(
  `
    subscription Metrics($host: ID) {
      metrics(host: $host) {
        ...SampleFields
      }
    }
  `,
  [SampleFields],
);

/** Survives page changes so that the last known sample can be shown while the connection is lost. */
let last: { readonly host: string | undefined; readonly sample: Sample | undefined } | undefined;

/** The newest sample, undefined before the first one, and the state of polling where the server cannot push. */
export interface LiveSample {
  readonly sample: Sample | undefined;
  readonly polling: Polling;
}

/** Subscribes to the shown host's samples and keeps the last one while the connection is lost. */
export function useSample(): LiveSample {
  const client = useClient();
  const host = useShownHost();
  const [store] = useState(() => createStore<Polling>(IDLE));
  const [{ data }] = useSubscription({ query: MetricsSubscription, variables: { host } });
  const polling = useStore(store);
  const polls = useConnection().state === 'asking';
  useEffect(() => (polls ? poll(store, client, host) : undefined), [store, client, host, polls]);

  const polled = polling.state === 'answered' ? polling.sample : undefined;
  const known = last?.host === host ? last?.sample : undefined;
  last = { host, sample: newest(newest(data?.metrics, polled), known) };
  return { sample: last.sample, polling };
}

/** Loads the code for polling, which few pages need, and polls until the returned function is called. */
function poll(store: Store<Polling>, client: Client, host: string | undefined): () => void {
  let stop = () => {};
  let isStopped = false;
  store.set(STARTING);
  const start = async () => {
    const { pollSamples } = await import('./poll-samples');
    if (!isStopped) stop = pollSamples(client, host, store);
  };
  start().catch(() => store.set({ state: 'failing' }));
  return () => {
    isStopped = true;
    stop();
    store.set(IDLE);
  };
}

function newest(a: Sample | undefined, b: Sample | undefined): Sample | undefined {
  if (!a || !b) return a ?? b;
  return a.sampledAt >= b.sampledAt ? a : b;
}
