import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import { createServer as createHttpsServer, type Server } from 'node:https';
import type { Socket } from 'node:net';

export type TlsServer = Server;

export interface TlsServerDeps {
  /** Key and certificate chain, as PEM. */
  readonly certificate: { readonly key: string; readonly cert: string };
  /** Answers requests that come without TLS. */
  readonly answerPlain: RequestListener;
  /** Time limit for such a request and its answer; tests have less patience. */
  readonly plainMs?: number;
}

/** Time limits for the first byte of a connection, and for a handshake; the shutdown waits longer. */
const FIRST_BYTE_MS = 5000;
const HANDSHAKE_MS = 5000;

/** Time limit for a request without TLS and its answer. Node.js enforces its own only for servers that listen. */
const PLAIN_MS = 10_000;

/** First byte of a TLS connection: a record of the handshake (RFC 8446 §5.1). No HTTP request begins with it. */
const TLS_HANDSHAKE = 22;

/**
 * Creates a server of HTTP/1.1 over TLS. A request that comes without TLS gets an answer of its own, since a browser
 * would otherwise show an error that says nothing.
 */
export function createTlsServer(
  options: ServerOptions,
  listener: RequestListener,
  { certificate, answerPlain, plainMs = PLAIN_MS }: TlsServerDeps,
): TlsServer {
  const { key, cert } = certificate;
  const server = createHttpsServer({ ...options, key, cert, handshakeTimeout: HANDSHAKE_MS }, listener);
  // By default a failed handshake is reported as an HTTP error, whose answer could not be sent.
  server.removeAllListeners('tlsClientError');
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  const plain = createServer({ ...options, shouldUpgradeCallback: () => false }, (request, response) => {
    response.setHeader('Connection', 'close');
    answerPlain(request, response);
  });
  const secureListeners = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    onFirstByte(socket, (byte) => {
      if (byte === TLS_HANDSHAKE) for (const accept of secureListeners) accept.call(server, socket);
      else {
        const deadline = setTimeout(() => socket.destroy(), plainMs).unref();
        socket.once('close', () => clearTimeout(deadline));
        plain.emit('connection', socket);
      }
    });
  });
  return server;
}

/** Calls back with the first byte of a connection, which stays unread. Destroys a connection that sends none in time. */
function onFirstByte(socket: Socket, onByte: (byte: number | undefined) => void): void {
  const destroy = () => socket.destroy();
  socket.setTimeout(FIRST_BYTE_MS, destroy);
  socket.on('error', destroy);
  socket.once('readable', () => {
    socket.off('error', destroy);
    socket.setTimeout(0);
    socket.off('timeout', destroy);
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return destroy();
    socket.unshift(chunk);
    onByte(chunk[0]);
  });
}
