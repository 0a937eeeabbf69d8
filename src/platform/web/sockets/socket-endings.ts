import type { WebSocket } from 'ws';

/** A connection that has more than this waiting to be read is given up (contract 4). */
const UNSENT_MAX_BYTES = 1024 * 1024;

/** How long a connection may take to answer the closing before it is cut. */
const CLOSING_MS = 1000;

/** WebSocket close codes that graphql-ws has none of its own for. */
export const CloseReason = {
  GOING_AWAY: 1001,
  /** Nothing is wrong with the client, which may come back at once. */
  SERVICE_RESTART: 1012,
  TRY_AGAIN_LATER: 1013,
} as const;

/** Closes a connection, and cuts it soon after: a client may ignore the closing. */
export function end(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  const deadline = setTimeout(() => socket.terminate(), CLOSING_MS);
  socket.once('close', () => clearTimeout(deadline));
}

/** Ends a connection that does not read what it is sent. @returns whether it did. */
export function endIfStuck(socket: WebSocket): boolean {
  const stuck = socket.bufferedAmount > UNSENT_MAX_BYTES;
  if (stuck) end(socket, CloseReason.TRY_AGAIN_LATER, 'Too slow');
  return stuck;
}
