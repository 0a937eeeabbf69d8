import type { Duplex } from 'node:stream';

/**
 * Responds on a connection that has no response object, and closes the connection whether or not the other side does.
 */
export type RawResponse = (socket: Duplex, status: string, retryAfterSeconds?: number) => void;

/** Creates a {@link RawResponse} that sends the headers of every response that is not a page. */
export function rawResponse(headers: Readonly<Record<string, string>>): RawResponse {
  const all = Object.entries({ ...headers, Connection: 'close', 'Content-Length': '0' });
  const always = all.map(([name, value]) => `${name}: ${value}`);
  return (socket, status, retryAfterSeconds) => {
    if (!socket.writable) return void socket.destroy();
    socket.on('error', () => socket.destroy());
    const retryAfter = retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`];
    const head = [`HTTP/1.1 ${status}`, ...always, ...retryAfter];
    socket.end(`${head.join('\r\n')}\r\n\r\n`, () => socket.destroy());
  };
}
