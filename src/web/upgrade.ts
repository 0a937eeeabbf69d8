import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { BareResponse } from './bare-response.js';
import type { OwnHosts } from './own-hosts.js';

interface UpgradeParts {
  readonly path: string;
  readonly ownHosts: OwnHosts;
  readonly corsOrigins: readonly string[];
  readonly refuse: BareResponse;
  readonly accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** Decides about WebSocket upgrades before they happen: path, host and origin (contract §4, promise 22). */
export function upgradeHandler({ path, ownHosts, corsOrigins, refuse, accept }: UpgradeParts) {
  const refusalOf = (request: IncomingMessage): string | undefined => {
    const { url = '', headers } = request;
    const { host, origin } = headers;
    const [asked = ''] = url.split('?');
    if (asked.replace(/\/$/, '') !== path) return '404 Not Found';
    if (!ownHosts.acceptsRequest(request)) return '400 Bad Request';
    const foreign = origin !== undefined && !ownHosts.owns(origin, host) && !corsOrigins.includes(origin);
    return foreign ? '403 Forbidden' : undefined;
  };
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const refusal = refusalOf(request);
    if (refusal) refuse(socket, refusal);
    else accept(request, socket, head);
  };
}
