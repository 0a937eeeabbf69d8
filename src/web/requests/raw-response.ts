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

/** As helmet writes it for every other answer. */
const HTTPS_ONLY = 'Strict-Transport-Security: max-age=31536000; includeSubDomains';

/** Answers on a connection that has no response object, and closes it whether or not the other side does. */
export type RawResponse = (socket: Duplex, status: string, retryAfterSeconds?: number) => void;

/** Makes such answers; `https` where the service is reached by it. */
export function rawResponse({ https }: { readonly https: boolean }): RawResponse {
  const always = https ? [...HEADERS, HTTPS_ONLY] : HEADERS;
  return (socket, status, retryAfterSeconds) => {
    if (!socket.writable) return void socket.destroy();
    socket.on('error', () => socket.destroy());
    const retryAfter = retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`];
    const head = [`HTTP/1.1 ${status}`, ...always, ...retryAfter];
    socket.end(`${head.join('\r\n')}\r\n\r\n`, () => socket.destroy());
  };
}
