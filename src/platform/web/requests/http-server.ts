import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RawResponse } from './raw-response.js';
import { SequentialRequests } from './sequential-requests.js';
import { createTlsServer, type TlsServer, type TlsServerDeps } from './tls-server.js';

/** Handlers for requests, for upgrades, and for everything else. */
export interface ServerHandlers {
  readonly handler: RequestListener;
  readonly reject: RawResponse;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** Maximum time without traffic in either direction. WebSockets have their own keep-alive. */
const IDLE_MS = 60_000;

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** Interval for checking the two timeouts, in milliseconds; they fire at most this much late. */
  connectionsCheckingInterval: 1000,
};

/**
 * Creates a server of HTTP, or of HTTP over TLS, with limits on the size of headers, and timeouts for slow clients
 * (promises 17, 38).
 */
export function createHttpServer(handlers: ServerHandlers): Server;
export function createHttpServer(handlers: ServerHandlers, tls: TlsServerDeps): TlsServer;
export function createHttpServer({ handler, reject, upgrade }: ServerHandlers, tls?: TlsServerDeps) {
  const options = {
    ...LIMITS,
    // The handler checks the host, and responds with all headers.
    requireHostHeader: false,
    // Offers of other protocols, e.g. HTTP/2, are no reason to reject a request.
    shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
  };
  const requests = new SequentialRequests(handler);
  const server = tls ? createTlsServer(options, requests.answer, tls) : createServer(options, requests.answer);
  server.timeout = IDLE_MS;
  server.on('upgrade', (request, socket, head) => {
    requests.afterAnswers(socket, () => upgrade(request, socket, head));
  });
  server.on('checkExpectation', requests.answer);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const rejectIt = () => reject(socket, STATUSES[error.code ?? ''] ?? '400 Bad Request');
    // An error within a request prevents any answer to it.
    if (requests.isWithinRequest(socket)) rejectIt();
    else requests.afterAnswers(socket, rejectIt);
  });
  return server;
}

/** Statuses for parser errors, which are raised before there is a request that Express could answer. */
const STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
