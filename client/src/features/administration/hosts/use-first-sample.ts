import { useEffect, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { NewHostQuery, NewHostSubscription } from './hosts.operations';

/** Polling makes up for failed pushes, and for facts that arrive after the sample. */
const ASK_EVERY_MS = 5_000;

interface NewHost {
  readonly isSeen: boolean;
  /** The machine's own host name and system, once reported. */
  readonly facts: { readonly hostname: string; readonly os: string } | undefined;
  /** Problem with its source, in a sentence that says what to do. */
  readonly problem: string | undefined;
}

/** Waits for the first sample sent with the displayed token; its arrival is pushed. */
export function useFirstSample(id: string): NewHost {
  const client = useClient();
  const [{ data }, ask] = useQuery({ query: NewHostQuery, variables: { id }, requestPolicy: 'network-only' });
  const { lastSeenAt, facts = null } = data?.host ?? {};
  // Last use of the previous token, which was already revoked at the time of the first response.
  const [before, setBefore] = useState<string | null>();
  if (before === undefined && lastSeenAt !== undefined) setBefore(lastSeenAt);
  const isSeen = before !== undefined && lastSeenAt !== undefined && lastSeenAt !== before;
  useEffect(() => {
    if (isSeen) return;
    const again = () => ask({ requestPolicy: 'network-only' });
    const timer = setInterval(again, ASK_EVERY_MS);
    const { unsubscribe } = client.subscription(NewHostSubscription, { ids: [id] }).subscribe(again);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [client, id, isSeen, ask]);
  return { isSeen, facts: facts ?? undefined, problem: data?.host?.problem?.message };
}
