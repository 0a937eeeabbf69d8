import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { endWithBareResponse } from './bare-response.js';

/** What answers requests and upgrades. */
export interface WebFace {
  readonly handler: RequestListener;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** How often the two are looked at, in milliseconds: they end that much later at most. */
  connectionsCheckingInterval: 1000,
};

/** An HTTP server with bounds on the size of headers and the patience with slow clients (promises 17 and 38). */
export function createHttpServer({ handler, upgrade }: WebFace): Server {
  const options = {
    ...LIMITS,
    // The host is checked by the handler, which answers with all headers.
    requireHostHeader: false,
    // Offers of other protocols, such as HTTP/2, are no reason to refuse a request.
    shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
  };
  const server = createServer(options, handler);
  server.on('upgrade', upgrade);
  server.on('checkExpectation', handler);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    endWithBareResponse(socket, STATUSES[error.code ?? ''] ?? '400 Bad Request');
  });
  return server;
}

/** What the parser refused, before there is a request that Express could answer. */
const STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
