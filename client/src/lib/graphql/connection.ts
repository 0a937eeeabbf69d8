import { createContext, use } from 'react';
import { createStore, type Store, useStore } from '../state/store';

/**
 * The displayable state of the live connection. `retryAt` is the next attempt in milliseconds of `Date.now()`, or null
 * while it is under way; `failures` counts attempts since it was last live.
 */
export type Connection =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  | {
      readonly state: 'offline';
      readonly retryAt: number | null;
      readonly failures: number;
      /** Whether an attempt failed although the server answered requests, so that something blocks WebSocket. */
      readonly blocked?: boolean;
      /** Reports whether the server answers requests: when it starts to, the next attempt follows immediately. */
      readonly onAnswer?: (answered: boolean) => void;
    };

/** The first connection, or a new one after a regular closure, is being established. */
export const CONNECTING: Connection = { state: 'connecting' };

export const LIVE: Connection = { state: 'live' };

export const ConnectionContext = createContext<Store<Connection>>(createStore(CONNECTING));

export function useConnection(): Connection {
  return useStore(use(ConnectionContext));
}
