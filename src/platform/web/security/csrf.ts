import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { doubleCsrf } from 'csrf-csrf';
import type { Request, Response } from 'express';
import { InvalidRequest } from '../../../shared/errors/errors.js';
import { CsrfFailed } from '../web.errors.js';
import { parseCookies } from './cookies.js';
import { type CredentialRules, credentials } from './credentials.js';

const CSRF_COOKIE = credentials.csrfToken.cookie;
const SESSION_COOKIE = credentials.session.cookie;
const COOKIE_SECONDS = 31_449_600;

/** Headers that make a browser ask first; the first two are those of Apollo's clients. */
const PREFLIGHT_HEADERS = ['apollo-require-preflight', 'x-apollo-operation-name', 'x-csrftoken'] as const;

interface CsrfDeps {
  readonly secretKey: string;
  readonly secureCookies: boolean;
  readonly credentialRules: Pick<CredentialRules, 'counts' | 'isFromOwnPage'>;
}

/**
 * Double-submit CSRF protection bound to the session (contract 3): the cookie `csrftoken` together with the field
 * `csrfmiddlewaretoken` or the header `X-CSRFToken`. A page's token is the cookie's token under a fresh mask.
 */
export class Csrf {
  readonly #protection;
  readonly #cookie;

  constructor(private readonly deps: CsrfDeps) {
    this.#cookie = { sameSite: 'lax', httpOnly: false, secure: deps.secureCookies, path: '/' } as const;
    const secret = createHmac('sha256', deps.secretKey).update('csrf').digest('hex');
    this.#protection = doubleCsrf({
      getSecret: () => secret,
      getSessionIdentifier: (request) => sessionIdentifier(request),
      cookieName: CSRF_COOKIE,
      cookieOptions: { ...this.#cookie, maxAge: COOKIE_SECONDS * 1000 },
      getCsrfTokenFromRequest: sentToken,
    });
  }

  /**
   * Returns the token for a page's forms and sets the cookie. Tokens differ at each call, and all of them stay valid
   * until the next login.
   */
  tokenFor(request: Request, response: Response): string {
    return mask(this.#protection.generateCsrfToken(withCookies(request), response));
  }

  /** Replaces the secret for a new session, which invalidates earlier tokens. */
  rotate(request: Request, response: Response, sessionSecret: string): void {
    withCookies(request).cookies[SESSION_COOKIE] = sessionSecret;
    this.#protection.generateCsrfToken(request, response, { overwrite: true });
  }

  /**
   * Removes the cookie of an ended session from the request, so that its forms get a visitor's tokens. The response
   * clears the cookie in the browser.
   */
  forgetSession(request: Request): void {
    delete withCookies(request).cookies[SESSION_COOKIE];
  }

  clear(response: Response): void {
    response.clearCookie(CSRF_COOKIE, this.#cookie);
  }

  /** @throws {CsrfFailed} unless a form carries the token and comes from an accepted source. */
  verify(request: IncomingMessage): void {
    this.#verifyToken(request, 'form');
  }

  /**
   * Verifies calls without a form. This site's own `Origin` is sufficient; otherwise the token is required.
   *
   * @throws {CsrfFailed} if neither is present.
   */
  verifyOriginOrToken(request: IncomingMessage): void {
    const isNamed = request.headers.origin !== undefined;
    if (!isNamed || !this.deps.credentialRules.counts('csrfToken', 'graphql', request)) {
      this.#verifyToken(request, 'graphql');
    }
  }

  /**
   * Verifies a query by GET that brings a cookie: it must come from a page of this site, or have a header that a browser
   * sends for no other site's page without asking first.
   *
   * @throws {InvalidRequest}
   */
  verifyQueryByGet(request: IncomingMessage): void {
    const isAskedFor = PREFLIGHT_HEADERS.some((name) => request.headers[name]);
    if (!isAskedFor && !this.deps.credentialRules.isFromOwnPage(request))
      throw new InvalidRequest('graphql.queryForged');
  }

  #verifyToken(request: IncomingMessage, transport: 'form' | 'graphql'): void {
    const counts = this.deps.credentialRules.counts('csrfToken', transport, request);
    if (counts && this.#protection.validateRequest(withCookies(request))) return;
    throw new CsrfFailed(transport === 'form' ? undefined : 'graphql.mutationForged');
  }
}

/** Adds `request.cookies`, the only Express property that the library reads. */
function withCookies(incoming: IncomingMessage): Request {
  const request = incoming as Request;
  request.cookies ??= { ...parseCookies(request) };
  return request;
}

function sessionIdentifier(request: Request): string {
  const secret: unknown = request.cookies[SESSION_COOKIE];
  return typeof secret === 'string' ? createHash('sha256').update(secret).digest('hex') : 'visitor';
}

function sentToken(request: Request): string | undefined {
  const header = request.headers['x-csrftoken'];
  const field: unknown = request.body?.csrfmiddlewaretoken;
  const sent = typeof field === 'string' && field !== '' ? field : header;
  return typeof sent === 'string' ? unmask(sent) : undefined;
}

const BARE_TOKEN = /^[\da-f]{64}\.[\da-f]{64}$/;
const BARE_TOKEN_LENGTH = 129;

/** Masks a token with random bytes so that compressed pages do not leak it. */
function mask(token: string): string {
  const pad = randomBytes(BARE_TOKEN_LENGTH);
  return Buffer.concat([pad, xor(Buffer.from(token), pad)]).toString('base64url');
}

function unmask(sent: string): string | undefined {
  if (BARE_TOKEN.test(sent)) return sent;
  const bytes = Buffer.from(sent, 'base64url');
  if (bytes.length !== 2 * BARE_TOKEN_LENGTH) return undefined;
  return xor(bytes.subarray(BARE_TOKEN_LENGTH), bytes.subarray(0, BARE_TOKEN_LENGTH)).toString();
}

function xor(bytes: Buffer, pad: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (pad[index] ?? 0)));
}
