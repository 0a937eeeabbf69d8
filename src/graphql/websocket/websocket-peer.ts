import type { IncomingMessage } from 'node:http';
import type { GraphQLFormattedError } from 'graphql';
import { CloseCode, type Context, MessageType, type Server } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { ReportFailure } from '../../shared/errors/report-failure.js';
import type { Heartbeat } from './heartbeat.js';
import { SocketOperations } from './socket-operations.js';

/** A connection that has more than this waiting to be read is given up (contract 4). */
const UNSENT_MAX_BYTES = 1024 * 1024;

/** How long a connection may take to answer the closing before it is cut. */
const CLOSING_MS = 1000;

const NORMAL_CLOSURE = 1000;

/** WebSocket close codes that graphql-ws has none of its own for. */
export const CloseReason = {
  GOING_AWAY: 1001,
  /** Nothing is wrong with the client, which may come back at once. */
  SERVICE_RESTART: 1012,
  TRY_AGAIN_LATER: 1013,
} as const;

/** What a resolver of the protocol may know of the connection. */
export interface PeerExtra {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  readonly operations: SocketOperations;
  /** Called when the caller is known: the connection counts no longer among those that have not authenticated. */
  readonly authenticated: () => void;
}

/** A connection as graphql-ws hands it over, with what was sent at `connection_init`. */
export type ConnectionContext = Context<Record<string, unknown>, PeerExtra>;

interface PeerDeps extends Omit<PeerExtra, 'operations'> {
  readonly server: Server<PeerExtra>;
  readonly heartbeat: Heartbeat;
  /** What an operation is answered that is one too many. */
  readonly tooManyOperations: () => readonly GraphQLFormattedError[];
  readonly report: ReportFailure;
}

/**
 * Runs graphql-ws over one WebSocket. An error of a socket ends that socket and nothing else: it is neither
 * thrown nor printed.
 */
export function servePeer({ server, heartbeat, report, tooManyOperations, ...connection }: PeerDeps): void {
  const { socket } = connection;
  const operations = new SocketOperations({
    reject: (id) => void send(socket, JSON.stringify({ id, type: MessageType.Error, payload: tooManyOperations() })),
    close: (code, reason) => end(socket, code, reason),
  });
  socket.on('error', () => {});
  heartbeat.watch(socket);
  socket.on('ping', (data) => {
    if (socket.readyState === socket.OPEN && !endIfStuck(socket)) socket.pong(data);
  });
  const closed = server.opened(
    {
      protocol: socket.protocol,
      send: (message) => send(socket, message),
      close: (code = NORMAL_CLOSURE, reason = '') => end(socket, code, reason),
      onMessage: (handle) => {
        socket.on('message', (data) => {
          // A client that ignores the closing gets nothing more done.
          if (socket.readyState !== socket.OPEN || endIfStuck(socket)) return;
          operations.receive(String(data), handle).catch((error: unknown) => {
            report(error);
            end(socket, CloseCode.InternalServerError, 'Internal server error');
          });
        });
      },
    },
    { ...connection, operations },
  );
  socket.once('close', (code, reason) => {
    closed(code, String(reason)).catch(report);
  });
}

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

/** Resolves when the message has been handed to the network, or cannot be any more because the connection closes. */
export function send(socket: WebSocket, message: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === socket.OPEN) socket.send(message, () => resolve());
    else resolve();
  });
}
