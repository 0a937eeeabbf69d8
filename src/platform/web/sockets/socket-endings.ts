import type { LiveSocket } from './live-socket.js';

/** A connection with more unsent data than this is dropped (contract 4). */
const UNSENT_MAX_BYTES = 1024 * 1024;

/** Time to answer the closing handshake before the connection is terminated. */
const CLOSING_MS = 1000;

/** Close codes that graphql-ws does not define. Event streams, which have no codes, end without a word. */
export const CloseReason = {
  GOING_AWAY: 1001,
  /** Nothing is wrong with the client, which may reconnect immediately. */
  SERVICE_RESTART: 1012,
  TRY_AGAIN_LATER: 1013,
} as const;

/** Closes a connection, and terminates it soon after in case the client ignores the closing handshake. */
export function end(socket: LiveSocket, code: number, reason: string): void {
  socket.close(code, reason);
  const deadline = setTimeout(() => socket.terminate(), CLOSING_MS);
  socket.once('close', () => clearTimeout(deadline));
}

/** Ends a connection whose client has stopped reading. @returns whether it did. */
export function endIfStuck(socket: LiveSocket): boolean {
  const stuck = socket.bufferedAmount > UNSENT_MAX_BYTES;
  if (stuck) end(socket, CloseReason.TRY_AGAIN_LATER, 'Too slow');
  return stuck;
}
