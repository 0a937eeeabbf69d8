import { useEffect, useState } from 'react';
import { useClient, useQuery } from 'urql';
import type { HostStateName } from '../../../components/status/host-condition';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { readRow } from './host-figures';
import { type HostHead, HostHeadQuery, HostsSubscription } from './hosts.operations';

/** Polling interval: version, clock and tags change slowly. */
const ASK_EVERY_MS = 30_000;
/** Polling interval for a host that was never seen, which may appear at any moment. */
const ASK_UNSEEN_EVERY_MS = 3_000;

interface KnownHead {
  readonly head: HostHead | undefined;
  /** The state last pushed. */
  readonly state: HostStateName | undefined;
  readonly failure: string | undefined;
  retry(): void;
}

/**
 * Returns the host's identity and state. The state is pushed; the rest is refetched when the state changes and at
 * intervals.
 */
export function useHostHead(id: string): KnownHead {
  const client = useClient();
  const [{ data, error }, ask] = useQuery({
    query: HostHeadQuery,
    variables: { host: id },
    requestPolicy: 'cache-and-network',
  });
  const [pushed, setPushed] = useState<HostStateName>();
  const head = data?.host ?? undefined;
  const isKnown = head !== undefined;
  const wasSeen = head?.lastSeenAt != null;
  useEffect(() => {
    if (!isKnown) return;
    const { unsubscribe } = client.subscription(HostsSubscription, { ids: [id] }).subscribe(({ data: tick }) => {
      const row = tick?.hosts.rows.map((columns) => readRow(columns)).at(-1);
      if (row) setPushed(row.state);
    });
    return unsubscribe;
  }, [client, id, isKnown]);
  useEffect(() => {
    if (pushed !== undefined) ask({ requestPolicy: 'network-only' });
  }, [pushed, ask]);
  useEffect(() => {
    const again = () => document.hidden || ask({ requestPolicy: 'network-only' });
    const timer = setInterval(again, wasSeen ? ASK_EVERY_MS : ASK_UNSEEN_EVERY_MS);
    return () => clearInterval(timer);
  }, [ask, wasSeen]);
  return {
    head,
    state: pushed ?? head?.state,
    failure: error && !head ? describeFailure(error).text : undefined,
    retry: () => ask({ requestPolicy: 'network-only' }),
  };
}
