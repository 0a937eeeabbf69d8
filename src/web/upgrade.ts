import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { endWithBareResponse } from './bare-response.js';
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
    const refusal = refusalOf(request);
    if (refusal) endWithBareResponse(socket, refusal);
    else accept(request, socket, head);
  };
}
