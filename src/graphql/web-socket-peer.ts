import type { IncomingMessage } from 'node:http';
import { CloseCode, type Server } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { ReportFailure } from '../shared/report-failure.js';

/** How often a connection is asked for a sign of life; one that gives none until the next time is cut. */
const PING_EVERY_MS = 12_000;

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
  const closed = server.opened(
    {
      protocol: socket.protocol,
      send: (message) => send(socket, message),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (handle) => {
        socket.on('message', (data) => {
          // A client that ignores the closing gets nothing more done.
          if (socket.readyState !== socket.OPEN) return;
          handle(String(data)).catch((error: unknown) => {
            report(error);
            socket.close(CloseCode.InternalServerError, 'Internal server error');
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
