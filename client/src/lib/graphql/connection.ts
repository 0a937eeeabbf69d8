import { createContext, use } from 'react';
import { createStore, type Store, useStore } from '../state/store';

/**
 * The state of the connection to the server, the same for every page and part of one: being established; pushing;
 * responding to requests although something blocks WebSocket; or away, in which case the server was last heard from at
 * `since` (milliseconds of `Date.now()`).
 */
export type Connection =
  | { readonly state: 'connecting' | 'live' | 'asking' }
  | { readonly state: 'offline'; readonly since: number };

/** A connection is being established, whether the first or a later one. */
export const CONNECTING: Connection = { state: 'connecting' };

export const LIVE: Connection = { state: 'live' };

/** WebSocket is blocked, but the server responds to requests. */
export const ASKING: Connection = { state: 'asking' };

export const ConnectionContext = createContext<Store<Connection>>(createStore(CONNECTING));

export function useConnection(): Connection {
  return useStore(use(ConnectionContext));
}

/**
 * Returns when the server was last heard from, in milliseconds of `Date.now()`, while it is away; undefined otherwise.
 */
export function useAwaySince(): number | undefined {
  const connection = useConnection();
  return connection.state === 'offline' ? connection.since : undefined;
}
