import { createContext, use } from 'react';
import { createStore, type Store, useStore } from '../state/store';

/**
 * What a page can show about its live connection. `retryAt` is the next attempt in milliseconds of
 * `Date.now()`, or null while that attempt is under way; `failures` counts the attempts since it was last live.
 */
export type Connection =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  | {
      readonly state: 'offline';
      readonly retryAt: number | null;
      readonly failures: number;
      /** Whether an attempt failed although the server answered requests: something lets no WebSocket through. */
      readonly blocked?: boolean;
      /** Tells whether the server answers requests: when it begins to, the next attempt is made at once. */
      readonly onAnswer?: (answered: boolean) => void;
    };

/** The first connection is under way, or a new one after one that was closed in order. */
export const CONNECTING: Connection = { state: 'connecting' };

/** The server is pushing. */
export const LIVE: Connection = { state: 'live' };

/** Hands the connection down to the pages. */
export const ConnectionContext = createContext<Store<Connection>>(createStore(CONNECTING));

/** The live connection as it is now. */
export function useConnection(): Connection {
  return useStore(use(ConnectionContext));
}
