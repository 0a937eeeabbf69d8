import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { BARE_SECURITY_HEADERS } from './upgrade.js';

/** What answers requests and upgrades. */
export interface WebFace {
  readonly handler: RequestListener;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

const HEADERS_MAX_BYTES = 16 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;

/** An HTTP server with bounds on the size of headers and the patience with slow clients (promises 17 and 38). */
export function createHttpServer({ handler, upgrade }: WebFace): Server {
  const server = createServer(
    {
      maxHeaderSize: HEADERS_MAX_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
    },
    handler,
  );
  server.on('upgrade', upgrade);
  server.on('clientError', refuse);
  return server;
}

const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers what the parser refused, before there is a request that Express could answer. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = statuses[error.code ?? ''] ?? '400 Bad Request';
  const headers = [...BARE_SECURITY_HEADERS, 'Connection: close', 'Content-Length: 0'];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n`);
}
