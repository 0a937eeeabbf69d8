import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import type { HostFigures } from './host-figures';
import { HostsSubscription } from './hosts.operations';

/** Time for which the list must be still before the subscription changes. */
const STILL_MS = 200;

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
  return {
    get pushed() {
      return pushed.current;
    },
  };
}
