import type { IncomingMessage } from 'node:http';
import type { Credentials, Viewer } from '../../shared/viewer.js';
import { cookiesOf, SESSION_COOKIE } from '../security/cookies.js';

/** Finds who is calling by the credentials of a request; throws when a bearer token is not valid. */
export type Identify = (credentials: Credentials) => Promise<Viewer | null>;

/**
 * Looks up the caller of a request, at every call again: between two calls the body arrives, which may take half a
 * minute, and rights may end meanwhile (decision 022).
 */
export class RequestViewers {
  constructor(private readonly identify: Identify) {}

  /** The caller of a request, by bearer token or session cookie; null for a visitor. */
  viewerOf(request: IncomingMessage): Promise<Viewer | null> {
    return this.identify(credentialsOf(request));
  }

  /** The same for one operation, whose fields all need it: looked up once, and again when called with `anew`. */
  viewerOfOperation(request: IncomingMessage): (how?: { readonly anew: boolean }) => Promise<Viewer | null> {
    let known: Promise<Viewer | null> | undefined;
    return ({ anew } = { anew: false }) => {
      if (anew || !known) known = this.viewerOf(request);
      return known;
    };
  }

  /** The signed-in user behind a page request: pages know only the session cookie. */
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
