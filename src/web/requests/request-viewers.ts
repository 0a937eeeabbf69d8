import type { IncomingMessage } from 'node:http';
import type { Credentials, Viewer } from '../../shared/identity/viewer.js';
import { cookiesOf, SESSION_COOKIE } from '../security/cookies.js';
import { headerValues } from './header-values.js';

/** Finds who is calling by the credentials of a request; throws when a bearer token is not valid. */
export type Identify = (credentials: Credentials, request: IncomingMessage) => Promise<Viewer | null>;

/**
 * Looks up the caller of a request, at every call again: between two calls the body arrives, which may take half a
 * minute, and rights may end meanwhile (decision 022).
 */
export class RequestViewers {
  constructor(private readonly identify: Identify) {}

  /** The caller of a request, by bearer token or session cookie; null for a visitor. */
  viewerOf(request: IncomingMessage): Promise<Viewer | null> {
    return this.identify(credentialsOf(request), request);
  }

  /** The signed-in user behind a page request: pages know only the session cookie. */
  personOf(request: IncomingMessage): Promise<Viewer | null> {
    return this.identify({ sessionSecret: cookiesOf(request)[SESSION_COOKIE] }, request);
  }
}

/** What a request brought as proof of identity. */
export function credentialsOf(request: IncomingMessage): Credentials {
  const headers = headerValues(request, 'authorization');
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
