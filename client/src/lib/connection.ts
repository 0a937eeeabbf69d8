import { createContext, use, useSyncExternalStore } from 'react';

/**
 * What a page can say about its live connection. `retryAt` is the next attempt in milliseconds of
 * `Date.now()`, or null while that attempt is under way.
 */
export type Connection = { state: 'connecting' } | { state: 'live' } | { state: 'offline'; retryAt: number | null };

/** The current connection, for many readers and one writer. */
export interface ConnectionStore {
  get(): Connection;
  set(connection: Connection): void;
  subscribe(listener: () => void): () => void;
}

/** Makes a store that starts out connecting. */
export function createConnectionStore(): ConnectionStore {
  let current: Connection = { state: 'connecting' };
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(connection) {
      if (connection.state === current.state && connection.state !== 'offline') return;
      current = connection;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Hands the connection down to the pages. */
export const ConnectionContext = createContext<ConnectionStore>(createConnectionStore());

/** The live connection as it is now; the component renders again when it changes. */
export function useConnection(): Connection {
  const store = use(ConnectionContext);
  return useSyncExternalStore(store.subscribe, store.get);
}
