import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { useServerBack } from '../../../lib/graphql/use-server-back';
import type { HostFigures } from './host-figures';
import { HostsSubscription, SparklinesQuery } from './hosts.operations';

/** Time for which the list must be still before the subscription changes. */
const STILL_MS = 200;

/** Maximum number of hosts per request for their last hour. */
const HOURS_MAX = 60;

/** A host whose hour is older than this is asked for again when it comes back into view. */
const FRESH_MS = 60_000;

/** Subscribes to the values of these hosts; `pushed` contains those being pushed. */
export function usePushedFigures(
  figures: HostFigures,
  ids: readonly string[],
): { readonly pushed: ReadonlySet<string> } {
  const client = useClient();
  const wanted = ids.join();
  const [asked, setAsked] = useState(wanted);
  const pushed = useRef<ReadonlySet<string>>(new Set());
  if (asked === '' && wanted !== '') setAsked(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), STILL_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  useEffect(() => {
    const hosts = asked.split(',').filter(Boolean);
    if (hosts.length === 0) return;
    const { unsubscribe } = client.subscription(HostsSubscription, { ids: hosts }).subscribe(({ data }) => {
      if (!data) return;
      pushed.current = new Set(hosts);
      figures.push(hosts, data.hosts);
    });
    return () => {
      unsubscribe();
      pushed.current = new Set();
      figures.pause(hosts);
    };
  }, [client, figures, asked]);
  useHours(figures, asked);
  return {
    get pushed() {
      return pushed.current;
    },
  };
}

/**
 * Fetches the last hour of the hosts that have come into view, with one request. Those that stay in view are continued
 * by what is pushed.
 */
function useHours(figures: HostFigures, asked: string): void {
  const client = useClient();
  const inView = useRef<ReadonlySet<string>>(new Set());
  const askedAt = useRef(new Map<string, number>());
  const [outages, setOutages] = useState(0);
  useServerBack(() => {
    inView.current = new Set();
    askedAt.current.clear();
    setOutages((count) => count + 1);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing was pushed during an outage
  useEffect(() => {
    const hosts = asked.split(',').filter(Boolean);
    const now = Date.now();
    const isFresh = (id: string) => now - (askedAt.current.get(id) ?? Number.NEGATIVE_INFINITY) < FRESH_MS;
    const due = hosts.filter((id) => !inView.current.has(id) && !isFresh(id));
    inView.current = new Set(hosts);
    for (let begin = 0; begin < due.length; begin += HOURS_MAX) {
      const ids = due.slice(begin, begin + HOURS_MAX);
      for (const id of ids) askedAt.current.set(id, now);
      void fetchHours(ids);
    }
    async function fetchHours(ids: string[]) {
      const { data } = await client.query(SparklinesQuery, { ids }, { requestPolicy: 'network-only' });
      if (data) return figures.fill(data.hostSparklines);
      // They are asked for when they come into view again.
      for (const id of ids) askedAt.current.delete(id);
    }
  }, [client, figures, asked, outages]);
}
