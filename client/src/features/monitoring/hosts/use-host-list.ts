import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Client, useClient } from 'urql';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { useServerBack } from '../../../lib/graphql/use-server-back';
import { type HostCounts, HostsQuery, type HostsVariables, type ListedHost } from './hosts.operations';

/** The matching hosts as shown on the page. */
export interface HostList {
  /** The hosts fetched so far, in order; undefined before the first response. */
  readonly hosts: readonly ListedHost[] | undefined;
  readonly total: number;
  readonly counts: HostCounts | undefined;
  /** The server's message about the last failed request. */
  readonly failure: string | undefined;
  retry(): void;
  /** Keeps fetching until `count` hosts are loaded. */
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

/** Maximum delay before hosts that got worse move to the top; the values of visible hosts are pushed. */
const REFRESH_MS = 15_000;

/**
 * Returns the hosts in order, fetched as far as the user has scrolled and refreshed every fifteen seconds. `isInUse`
 * says whether rows must stay in place.
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
    // This response belongs to another list. The current list may have skipped its next part in the meantime, so
    // re-render.
    if (current.current !== key) return setFetched((before) => before && { ...before });
    if (answer.failure !== undefined) setFailure(answer.failure);
    if (!part) return;
    tell(part.nodes);
    // If the list was refetched in the meantime, this part no longer continues it; re-rendering fetches the one that
    // does.
    setFetched((before) =>
      before?.key === key && before.endCursor === fetched.endCursor ? continued(before, part) : before && { ...before },
    );
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a different key means a different list
  useEffect(() => {
    void begin();
    const timer = setInterval(() => document.hidden || void begin(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [key]);
  useServerBack(() => void begin());
  // Checks after each part whether more are wanted.
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
  return { part: data?.hosts, failure: error && describeFailure(error).text };
}

function beginning(key: string, { nodes, totalCount, counts, pageInfo }: Part): Fetched {
  return { key, hosts: nodes, total: totalCount, counts, endCursor: pageInfo.endCursor, hasMore: pageInfo.hasNextPage };
}

/** Appends a part, skipping duplicates, since the order may change between two parts. */
function continued(before: Fetched, { nodes, totalCount, counts, pageInfo }: Part): Fetched {
  const known = new Set(before.hosts.map(({ id }) => id));
  const hosts = [...before.hosts, ...nodes.filter(({ id }) => !known.has(id))];
  const { endCursor, hasNextPage: hasMore } = pageInfo;
  return { ...before, hosts, total: hasMore ? totalCount : hosts.length, counts, endCursor, hasMore };
}
