import type { IncomingMessage, ServerResponse } from 'node:http';
import { InvalidRequest } from '../../../shared/errors/errors.js';
import type { AllowedHosts } from '../security/allowed-hosts.js';
import { crossOrigin } from '../security/cross-origin.js';

interface ApiRequestsDeps {
  /** Headers of every response that is not a page. */
  readonly headers: Readonly<Record<string, string>>;
  readonly allowedHosts: AllowedHosts;
  readonly corsOrigins: readonly string[];
}

/** Checks that every API request must pass first, either within Express or in front of it. */
export class ApiRequests {
  readonly #headers: ReadonlyMap<string, string>;
  readonly #allowOrigin;

  constructor(private readonly deps: ApiRequestsDeps) {
    this.#headers = new Map(Object.entries(deps.headers));
    this.#allowOrigin = crossOrigin(deps.corsOrigins);
  }

  setHeaders(response: ServerResponse): void {
    for (const [name, value] of this.#headers) response.setHeader(name, value);
  }

  /** @throws {InvalidRequest} when a request is for another host. */
  admit(request: IncomingMessage, response: ServerResponse): void {
    if (!this.deps.allowedHosts.acceptsRequest(request)) throw new InvalidRequest('web.hostNotServed');
    this.#allowOrigin(request, response);
  }
}
