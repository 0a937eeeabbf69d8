import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AllowedHosts } from '../security/allowed-hosts.js';
import type { CredentialRules, Transport } from '../security/credentials.js';
import type { RawResponse } from './raw-response.js';

type Accept = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

interface UpgradePath {
  readonly transport: Transport;
  readonly accept: Accept;
}

interface UpgradeDeps {
  /** The handler and transport for each path. */
  readonly paths: Readonly<Record<string, UpgradePath>>;
  readonly allowedHosts: AllowedHosts;
  readonly credentialRules: Pick<CredentialRules, 'admits'>;
  readonly reject: RawResponse;
}

/** Checks WebSocket upgrades before they happen: path, host and origin (contract 4, promise 22). */
export function upgradeHandler({ paths, allowedHosts, credentialRules, reject }: UpgradeDeps) {
  const matchPath = ({ url = '' }: IncomingMessage): UpgradePath | undefined => {
    const [pathname = ''] = url.split('?');
    const path = pathname.replace(/\/$/, '');
    return Object.hasOwn(paths, path) ? paths[path] : undefined;
  };
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const path = matchPath(request);
    if (!path) reject(socket, '404 Not Found');
    else if (!allowedHosts.acceptsRequest(request)) reject(socket, '400 Bad Request');
    else if (!credentialRules.admits(path.transport, request)) reject(socket, '403 Forbidden');
    else path.accept(request, socket, head);
  };
}
