import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { headerValues } from '../header-values.js';

interface OwnHostsDeps {
  readonly publicUrl: string;
  readonly allowedHosts: readonly string[];
}

/** Host names that this service answers to, and its own origins (promises 11, 15). */
export class AllowedHosts {
  readonly #publicUrl: URL;
  readonly #names: ReadonlySet<string>;

  constructor({ publicUrl, allowedHosts }: OwnHostsDeps) {
    this.#publicUrl = new URL(publicUrl);
    this.#names = new Set([this.#publicUrl.hostname, 'localhost', ...allowedHosts]);
  }

  /** Whether a request is for this service, i.e. has exactly one `Host`, which {@link accepts} allows. */
  acceptsRequest(request: IncomingMessage): boolean {
    const [host, ...others] = headerValues(request, 'host');
    return others.length === 0 && this.accepts(host);
  }

  /**
   * Whether a `Host` header names this service by the public URL's host, an allowed host, localhost, or an IP literal.
   */
  accepts(host: string | undefined): boolean {
    const name = hostName(host);
    return name !== undefined && (this.#names.has(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0);
  }

  /** Whether an `Origin` header is this site's own, for a request with the given, accepted `Host`. */
  owns(origin: string, host: string | undefined): boolean {
    const { origin: own, protocol } = this.#publicUrl;
    return [own, `${protocol}//${host?.toLowerCase()}`].includes(origin.toLowerCase());
  }
}

/** Returns the name in a `Host` header, in lower case and without the port; undefined if invalid. */
function hostName(host: string | undefined): string | undefined {
  return /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i
    .exec(host ?? '')?.[1]
    ?.toLowerCase()
    .replace(/\.$/, '');
}
