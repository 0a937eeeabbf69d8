import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RawResponse } from './raw-response.js';
import { SequentialRequests } from './sequential-requests.js';

/** What answers requests and upgrades, and what is neither. */
export interface ServerHandlers {
  readonly handler: RequestListener;
  readonly reject: RawResponse;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** How long a connection may neither send nor take anything. WebSockets have their own signs of life. */
const IDLE_MS = 60_000;

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** How often the two are checked, in milliseconds: they end that much later at most. */
  connectionsCheckingInterval: 1000,
};

/** An HTTP server with limits on the size of headers, and timeouts for slow clients (promises 17, 38). */
export function createHttpServer({ handler, reject, upgrade }: ServerHandlers): Server {
  const options = {
    ...LIMITS,
    // The host is checked by the handler, which answers with all headers.
    requireHostHeader: false,
    // Offers of other protocols, such as HTTP/2, are no reason to reject a request.
    shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
  };
  const requests = new SequentialRequests(handler);
  const server = createServer(options, requests.answer);
  server.timeout = IDLE_MS;
  server.on('upgrade', (request, socket, head) => {
    requests.afterAnswers(socket, () => upgrade(request, socket, head));
  });
  server.on('checkExpectation', requests.answer);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const rejectIt = () => reject(socket, STATUSES[error.code ?? ''] ?? '400 Bad Request');
    // What is wrong within a request keeps it from being answered at all.
    if (requests.isWithinRequest(socket)) rejectIt();
    else requests.afterAnswers(socket, rejectIt);
  });
  return server;
}

/** The statuses for what the parser rejects, before there is a request that Express could answer. */
const STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
