import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Client, useClient } from 'urql';
import { failureOf } from '../../../lib/graphql/failure-of';
import { type HostCounts, HostsQuery, type HostsVariables, type ListedHost } from './hosts.operations';

/** What the page shows of the hosts that were found. */
export interface HostList {
  /** Those that have been fetched, in their order; undefined before the first answer. */
  readonly hosts: readonly ListedHost[] | undefined;
  /** How many were found in all. */
  readonly total: number;
  readonly counts: HostCounts | undefined;
  /** Why the last request failed, in the server's words. */
  readonly failure: string | undefined;
  retry(): void;
  /** Fetches on until so many are there. */
  want(count: number): void;
}

interface Fetched {
  readonly key: string;
  readonly hosts: readonly ListedHost[];
  readonly total: number;
  readonly counts: HostCounts;
  readonly endCursor: string | null;
  readonly hasMore: boolean;
}

/** What got worse comes to the top after so long at most; figures in sight are pushed. */
const REFRESH_MS = 15_000;

/**
 * The hosts in their order, fetched as far as they are looked at and again every quarter of a minute. `isInUse` tells
 * whether rows must stay in their places.
 */
export function useHostList(
  variables: HostsVariables,
  onHosts: (hosts: readonly ListedHost[]) => void,
  isInUse: () => boolean,
): HostList {
  const client = useClient();
  const [fetched, setFetched] = useState<Fetched>();
  const [failure, setFailure] = useState<string>();
  const [wanted, setWanted] = useState(0);
  const key = JSON.stringify(variables);
  const current = useRef(key);
  current.current = key;
  const isFetching = useRef(false);
  const tell = useEffectEvent(onHosts);

  const begin = useEffectEvent(async () => {
    const answer = await fetchPart(client, variables, null);
    if (current.current !== key) return;
    setFailure(answer.failure);
    const { part } = answer;
    if (!part) return;
    tell(part.nodes);
    const first = beginning(key, part);
    const mustStay = isInUse();
    setFetched((before) => (mustStay && before?.key === key ? { ...before, counts: first.counts } : first));
  });
  const goOn = useEffectEvent(async () => {
    if (isFetching.current || !fetched?.hasMore || fetched.key !== key) return;
    isFetching.current = true;
    const answer = await fetchPart(client, variables, fetched.endCursor);
    isFetching.current = false;
    const { part } = answer;
    // Of another list. The one that is shown now may not have asked for its next part while this one was under way.
    if (current.current !== key) return setFetched((before) => before && { ...before });
    if (answer.failure !== undefined) setFailure(answer.failure);
    if (!part) return;
    tell(part.nodes);
    // Begun anew meanwhile, this is no longer what comes next: what does is asked for as after any part.
    setFetched((before) =>
      before?.key === key && before.endCursor === fetched.endCursor ? continued(before, part) : before && { ...before },
    );
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another list
  useEffect(() => {
    void begin();
    const timer = setInterval(() => document.hidden || void begin(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [key]);
  // With each part that came it is looked whether that is enough.
  useEffect(() => {
    if ((fetched?.hosts.length ?? 0) < wanted) void goOn();
  }, [wanted, fetched]);

  return {
    hosts: fetched?.hosts,
    total: fetched?.total ?? 0,
    counts: fetched?.counts,
    failure,
    retry: () => void begin(),
    want: setWanted,
  };
}

type Part = NonNullable<Awaited<ReturnType<typeof fetchPart>>['part']>;

async function fetchPart(client: Client, variables: HostsVariables, after: string | null) {
  const { data, error } = await client.query(HostsQuery, { ...variables, after }, { requestPolicy: 'network-only' });
  return { part: data?.hosts, failure: error && failureOf(error).text };
}

function beginning(key: string, { nodes, totalCount, counts, pageInfo }: Part): Fetched {
  return { key, hosts: nodes, total: totalCount, counts, endCursor: pageInfo.endCursor, hasMore: pageInfo.hasNextPage };
}

/** The order may have changed between two parts: each host is shown once. */
function continued(before: Fetched, { nodes, totalCount, counts, pageInfo }: Part): Fetched {
  const known = new Set(before.hosts.map(({ id }) => id));
  const hosts = [...before.hosts, ...nodes.filter(({ id }) => !known.has(id))];
  const { endCursor, hasNextPage: hasMore } = pageInfo;
  return { ...before, hosts, total: hasMore ? totalCount : hosts.length, counts, endCursor, hasMore };
}
