import { useEffect, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { NewHostQuery, NewHostSubscription } from './hosts.operations';

/** Where nothing can be pushed, and for the facts, which may come after the sample. */
const ASK_EVERY_MS = 5_000;

interface NewHost {
  readonly isSeen: boolean;
  /** Its own name and system, once it has said so. */
  readonly facts: { readonly hostname: string; readonly os: string } | undefined;
}

/** Waits for the first sample that a host sends with the token that is shown; that it has come is pushed. */
export function useFirstSample(id: string): NewHost {
  const client = useClient();
  const [{ data }, ask] = useQuery({ query: NewHostQuery, variables: { id }, requestPolicy: 'network-only' });
  const { lastSeenAt, facts = null } = data?.host ?? {};
  // When the token before this one was used last; the first answer is of a time when it counted no more.
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
  return { isSeen, facts: facts ?? undefined };
}
