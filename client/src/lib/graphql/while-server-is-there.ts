import type { Store } from '../state/store';
import type { Connection } from './connection';

/** Response timeout for requests made while the server is known to be away, since it may have just come back. */
const ANSWER_WITHIN_MS = 8_000;

/**
 * Returns a `fetch` for the server's own URLs that aborts pending requests when the server is found to be away:
 * browsers would wait for minutes, and the page would seem busy.
 */
export function fetchWhileServerIsThere(connection: Store<Connection>): typeof fetch {
  return async (input, init) => {
    const away = new AbortController();
    const isAway = () => connection.get().state === 'offline';
    const abort = () => isAway() && away.abort(new TypeError('The server is away'));
    const stop = connection.subscribe(abort);
    const timer = isAway() ? setTimeout(abort, ANSWER_WITHIN_MS) : undefined;
    const signal = init?.signal ? AbortSignal.any([init.signal, away.signal]) : away.signal;
    try {
      return await fetch(input, { ...init, signal });
    } finally {
      clearTimeout(timer);
      stop();
    }
  };
}
