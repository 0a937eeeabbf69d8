import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { OwnHosts } from './own-hosts.js';

interface UpgradeParts {
  readonly path: string;
  readonly ownHosts: OwnHosts;
  readonly corsOrigins: readonly string[];
  readonly accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** Decides about WebSocket upgrades before they happen: path, host and origin (contract §4, promise 22). */
export function upgradeHandler({ path, ownHosts, corsOrigins, accept }: UpgradeParts) {
  const refusalOf = ({ url = '', headers: { host, origin } }: IncomingMessage): string | undefined => {
    const [asked = ''] = url.split('?');
    if (asked.replace(/\/$/, '') !== path) return '404 Not Found';
    if (!ownHosts.accepts(host)) return '400 Bad Request';
    const foreign = origin !== undefined && !ownHosts.owns(origin, host) && !corsOrigins.includes(origin);
    return foreign ? '403 Forbidden' : undefined;
  };
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const refusal = refusalOf(request);
    if (refusal) refuse(socket, refusal);
    else accept(request, socket, head);
  };
}

/** The security headers of an answer that Express does not write (promise 14). */
export const BARE_SECURITY_HEADERS = [
  'X-Frame-Options: DENY',
  'X-Content-Type-Options: nosniff',
  "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy: same-origin',
  'Cache-Control: no-store',
];

function refuse(socket: Duplex, status: string): void {
  const headers = [...BARE_SECURITY_HEADERS, 'Connection: close', 'Content-Length: 0'];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n`);
}
