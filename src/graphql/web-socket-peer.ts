import type { IncomingMessage } from 'node:http';
import { CloseCode, type Server } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { ReportFailure } from '../shared/report-failure.js';

/** How often a connection is asked for a sign of life; one that gives none until the next time is cut. */
const PING_EVERY_MS = 12_000;

/** A connection that has more than this waiting to be read is given up (contract §4). */
const UNSENT_MAX_BYTES = 1024 * 1024;

/** How long a connection may take to answer the closing before it is cut. */
const CLOSING_MS = 1000;

const NORMAL_CLOSURE = 1000;

/** The WebSocket close code "try again later". */
export const TRY_AGAIN_LATER = 1013;

/** What a resolver of the protocol may know of the connection. */
export interface PeerExtra {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
}

interface PeerParts extends PeerExtra {
  readonly server: Server<PeerExtra>;
  readonly report: ReportFailure;
}

/**
 * Lets graphql-ws speak over one WebSocket. What a client does to its own socket ends that socket and nothing else: it
 * is neither thrown nor printed.
 */
export function servePeer({ server, socket, request, report }: PeerParts): void {
  socket.on('error', () => {});
  const stopPinging = pingRegularly(socket);
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
          handle(String(data)).catch((error: unknown) => {
            report(error);
            end(socket, CloseCode.InternalServerError, 'Internal server error');
          });
        });
      },
    },
    { socket, request },
  );
  socket.once('close', (code, reason) => {
    stopPinging();
    closed(code, String(reason)).catch(report);
  });
}

/** Says why, and cuts soon: a client may ignore the closing. */
export function end(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  const deadline = setTimeout(() => socket.terminate(), CLOSING_MS);
  socket.once('close', () => clearTimeout(deadline));
}

/** Ends a connection that does not read what it is sent. @returns whether it did. */
export function endIfStuck(socket: WebSocket): boolean {
  const stuck = socket.bufferedAmount > UNSENT_MAX_BYTES;
  if (stuck) end(socket, TRY_AGAIN_LATER, 'Too slow');
  return stuck;
}

/** Resolves when the message has been handed to the network, or cannot be any more: the closing tells the rest. */
function send(socket: WebSocket, message: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === socket.OPEN) socket.send(message, () => resolve());
    else resolve();
  });
}

function pingRegularly(socket: WebSocket): () => void {
  let alive = true;
  socket.on('pong', () => {
    alive = true;
  });
  const timer = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, PING_EVERY_MS);
  return () => clearInterval(timer);
}
