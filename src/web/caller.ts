import type { IncomingMessage } from 'node:http';
import type { Credentials, Viewer } from '../shared/viewer.js';
import { cookiesOf, SESSION_COOKIE } from './cookies.js';

/** Tells who is calling from what was brought; throws when a bearer token is not valid. */
export type Identify = (credentials: Credentials) => Promise<Viewer | null>;

/** Remembers who makes each request, so that it is looked up once however often it is asked. */
export class CallerLookup {
  readonly #known = new WeakMap<IncomingMessage, Promise<Viewer | null>>();

  constructor(private readonly identify: Identify) {}

  /** The caller of a request, by bearer token or session cookie; null for a visitor. */
  viewerOf(request: IncomingMessage): Promise<Viewer | null> {
    const known = this.#known.get(request) ?? this.identify(credentialsOf(request));
    this.#known.set(request, known);
    return known;
  }

  /** The signed-in person behind a page request: pages know only the session cookie. */
  personOf(request: IncomingMessage): Promise<Viewer | null> {
    return this.identify({ sessionSecret: cookiesOf(request)[SESSION_COOKIE] });
  }
}

/** What a request brought as proof of identity. */
export function credentialsOf(request: IncomingMessage): Credentials {
  const headers = request.headersDistinct.authorization ?? [];
  return {
    bearer: headers.length > 1 ? '' : bearerOf(headers[0]),
    sessionSecret: cookiesOf(request)[SESSION_COOKIE],
  };
}

/** The token of `Bearer <token>`, the scheme in any case; empty when it is malformed, undefined for another scheme. */
export function bearerOf(authorization: string | undefined): string | undefined {
  const [scheme, token = '', ...rest] = (authorization ?? '').trim().split(/ +/);
  if (scheme?.toLowerCase() !== 'bearer') return undefined;
  return rest.length === 0 ? token : '';
}
