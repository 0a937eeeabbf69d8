import { useSyncExternalStore } from 'react';
import { useViewer } from '../../lib/session/viewer';

const listeners = new Set<() => void>();

/**
 * Returns the version of the terms that the viewer has read or whose notice they have dismissed in this browser, and a
 * function that sets it. The value is shared between tabs.
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

/** Subscribes to changes in this tab and, through the `storage` event, in other tabs. */
function listen(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
