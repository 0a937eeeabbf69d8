import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AllowedHosts } from '../security/allowed-hosts.js';
import { isFromOtherSite, originOfPage } from '../security/request-source.js';
import type { RawResponse } from './raw-response.js';

type Accept = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

interface UpgradeDeps {
  /** What takes the connections of each path. */
  readonly paths: Readonly<Record<string, Accept>>;
  readonly allowedHosts: AllowedHosts;
  readonly corsOrigins: readonly string[];
  readonly reject: RawResponse;
}

/** Decides about WebSocket upgrades before they happen: path, host and origin (contract 4, promise 22). */
export function upgradeHandler({ paths, allowedHosts, corsOrigins, reject }: UpgradeDeps) {
  const acceptOf = ({ url = '' }: IncomingMessage): Accept | undefined => {
    const [pathname = ''] = url.split('?');
    const path = pathname.replace(/\/$/, '');
    return Object.hasOwn(paths, path) ? paths[path] : undefined;
  };
  const rejectionOf = (request: IncomingMessage): string | undefined => {
    const { headers } = request;
    if (!allowedHosts.acceptsRequest(request)) return '400 Bad Request';
    return isForeign(headers) ? '403 Forbidden' : undefined;
  };
  const isForeign = (headers: IncomingHttpHeaders): boolean => {
    // For a listed origin `Sec-Fetch-Site` is cross-site too: there the list decides.
    if (headers.origin === undefined && isFromOtherSite(headers)) return true;
    const origin = originOfPage(headers);
    return origin !== undefined && !allowedHosts.owns(origin, headers.host) && !corsOrigins.includes(origin);
  };
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const accept = acceptOf(request);
    if (!accept) return void reject(socket, '404 Not Found');
    const status = rejectionOf(request);
    if (status) reject(socket, status);
    else accept(request, socket, head);
  };
}
