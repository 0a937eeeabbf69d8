import { createContext, use, useEffect, useEffectEvent, useRef } from 'react';
import { createStore, type Store, useStore } from '../state/store';

/**
 * The state of the connection to the server, the same for every page and part of one: being established; pushing;
 * answering requests although something blocks WebSocket; or away, having last been heard `since` (milliseconds of
 * `Date.now()`).
 */
export type Connection =
  | { readonly state: 'connecting' | 'live' | 'asking' }
  | { readonly state: 'offline'; readonly since: number };

/** The first connection, or a new one, is being established. */
export const CONNECTING: Connection = { state: 'connecting' };

export const LIVE: Connection = { state: 'live' };

/** WebSocket is blocked, but the server answers requests. */
export const ASKING: Connection = { state: 'asking' };

export const ConnectionContext = createContext<Store<Connection>>(createStore(CONNECTING));

export function useConnection(): Connection {
  return useStore(use(ConnectionContext));
}

/** Returns when the server was last heard, in milliseconds of `Date.now()`, while it is away; otherwise undefined. */
export function useAwaySince(): number | undefined {
  const connection = useConnection();
  return connection.state === 'offline' ? connection.since : undefined;
}

/** Calls `onBack` when the server answers again after it was away. */
export function useServerBack(onBack: () => void): void {
  const { state } = useConnection();
  const wasAway = useRef(state === 'offline');
  const callBack = useEffectEvent(onBack);
  useEffect(() => {
    if (state === 'offline') wasAway.current = true;
    if (!wasAway.current || (state !== 'live' && state !== 'asking')) return;
    wasAway.current = false;
    callBack();
  }, [state]);
}
