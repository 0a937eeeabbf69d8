import { useSyncExternalStore } from 'react';
import { useViewer } from '../../lib/session/viewer';

const listeners = new Set<() => void>();

/**
 * The version of the terms of which this person need not be told again in this browser, having read it or put the
 * notice away; every tab knows it. And the way to say so.
 */
export function useAcknowledgedVersion(): [acknowledged: string | null, acknowledge: (version: string) => void] {
  const [{ username }] = useViewer();
  const key = `vigia.terms.settled.${username}`;
  const acknowledged = useSyncExternalStore(listen, () => localStorage.getItem(key));
  const acknowledge = (version: string) => {
    localStorage.setItem(key, version);
    for (const listener of listeners) listener();
  };
  return [acknowledged, acknowledge];
}

/** Hears of this tab's own changes, and by `storage` of those of others. */
function listen(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
