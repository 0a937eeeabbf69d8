import type { Duplex } from 'node:stream';

/** The security headers of an answer that Express does not write (promise 14). */
const HEADERS = [
  'X-Frame-Options: DENY',
  'X-Content-Type-Options: nosniff',
  "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy: same-origin',
  'Cache-Control: no-store',
  'Connection: close',
  'Content-Length: 0',
];

/** Answers on a connection that has no response object, and closes it whether or not the other side does. */
export function endWithBareResponse(socket: Duplex, status: string, retryAfterSeconds?: number): void {
  if (!socket.writable) return void socket.destroy();
  socket.on('error', () => socket.destroy());
  const retryAfter = retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`];
  const head = [`HTTP/1.1 ${status}`, ...HEADERS, ...retryAfter];
  socket.end(`${head.join('\r\n')}\r\n\r\n`, () => socket.destroy());
}
