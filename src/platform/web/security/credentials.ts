import type { IncomingMessage } from 'node:http';
import { parseCookies } from './cookies.js';
import type { RequestSource, RequestSources } from './request-source.js';

/**
 * Ways in which a request arrives: a page (GET), a page's form (POST), GraphQL over HTTP, a REST path, `/metrics`, a
 * GraphQL WebSocket, an event stream of GraphQL, an agent's WebSocket, and OpenTelemetry's metrics.
 */
export const transports = [
  'page',
  'form',
  'graphql',
  'rest',
  'metrics',
  'graphqlSocket',
  'eventStream',
  'agentSocket',
  'otlp',
] as const;

export type Transport = (typeof transports)[number];

/** One row of {@link credentials}. */
interface CredentialRow {
  /**
   * Cookie that carries the credential, if any. Browsers add cookies automatically, whichever page makes them send a
   * request.
   */
  readonly cookie?: string;
  /** Accepted sources by transport; transports that are not listed do not accept the credential. */
  readonly counts: Readonly<Partial<Record<Transport, readonly RequestSource[]>>>;
  readonly allows: string;
}

/** This site's pages, and programs, which send no origin. */
const OWN: readonly RequestSource[] = ['own', 'none'];
/** Anyone who opens a page, including through a link on another site. */
const READERS: readonly RequestSource[] = ['own', 'none', 'link'];
/** Any source. The sender must know the value, since no browser adds it automatically. */
const ANY: readonly RequestSource[] = ['own', 'listed', 'none', 'link', 'foreign'];

/** Sources of connections that stay open; those of other sites' pages are refused (promise 22). */
const LIVE: readonly RequestSource[] = ['own', 'listed', 'none'];

/** Sources for an account's tokens of any kind. */
const BEARER = { graphql: ANY, rest: ANY, metrics: ANY, graphqlSocket: LIVE, eventStream: LIVE } as const;

/**
 * Sources for values that are typed into one of this site's forms, or sent as an argument by a client that knows them.
 */
const TYPED = { form: OWN, graphql: ANY } as const;

/**
 * All credentials, with the sources, transports and purposes for which each is accepted (promise 56). Cookies are
 * accepted only from this site. Browsers always send an origin when opening a WebSocket, and with every POST, so a cookie
 * without one is worthless there.
 */
export const credentials = {
  session: {
    cookie: 'sessionid',
    counts: {
      page: READERS,
      form: OWN,
      graphql: OWN,
      rest: OWN,
      metrics: OWN,
      graphqlSocket: ['own'],
      eventStream: ['own'],
    },
    allows: 'all that the account may',
  },
  guest: {
    cookie: 'guestid',
    counts: { graphql: OWN, graphqlSocket: ['own'], eventStream: ['own'] },
    allows: 'taking part in one room',
  },
  csrfToken: {
    cookie: 'csrftoken',
    counts: { form: OWN, graphql: OWN },
    allows: 'that a cookie speaks for what changes something',
  },
  resetLink: {
    cookie: 'password_reset',
    counts: { page: READERS, form: OWN },
    allows: 'setting the password of one account, once',
  },
  setupLink: {
    cookie: 'setup_link',
    counts: { page: READERS, form: OWN },
    allows: 'creating the first account of the staff, once',
  },
  oidcLogin: {
    // With the prefix `__Host-` where the service is reached by https.
    cookie: 'oidc_login',
    counts: { page: READERS },
    allows: 'finishing one sign-in at the provider',
  },
  accessToken: { counts: BEARER, allows: 'all that the account may, but for pages' },
  personalToken: { counts: BEARER, allows: 'what its scopes say' },
  hostToken: { counts: { agentSocket: OWN }, allows: 'sending the figures of one host' },
  otlpToken: { counts: { otlp: OWN }, allows: 'sending the figures of one host, or of those of one collector' },
  password: { counts: { ...TYPED, rest: ANY }, allows: 'a login, and proving again who one is' },
  oneTimeCode: { counts: { ...TYPED, rest: ANY }, allows: 'the second step of a login, beside the password' },
  passkey: { counts: { form: OWN, graphql: OWN }, allows: 'a login, and proving again who one is' },
  secondStepProof: { counts: { form: OWN }, allows: 'the second step of one login' },
  refreshToken: { counts: { graphql: ANY, rest: ANY }, allows: 'new access tokens' },
  invitation: { counts: { ...TYPED, page: READERS }, allows: 'creating one account' },
} as const satisfies Readonly<Record<string, CredentialRow>>;

export type CredentialName = keyof typeof credentials;

type CookieCredential = {
  [Name in CredentialName]: (typeof credentials)[Name] extends { readonly cookie: string } ? Name : never;
}[CredentialName];

const rows: Readonly<Record<CredentialName, CredentialRow>> = credentials;
const names = Object.keys(credentials) as CredentialName[];

/** Decides whether a request's credential is accepted, solely according to the table of {@link credentials}. */
export class CredentialRules {
  constructor(private readonly sources: Pick<RequestSources, 'classifySource' | 'isFromOwnPage'>) {}

  counts(name: CredentialName, transport: Transport, request: IncomingMessage): boolean {
    return rows[name].counts[transport]?.includes(this.sources.classifySource(request)) ?? false;
  }

  /** Whether a page of this site sent a request, so that a query by GET may use the browser's cookies. */
  isFromOwnPage(request: IncomingMessage): boolean {
    return this.sources.isFromOwnPage(request);
  }

  /** Whether any credential would be accepted; if not, no socket is opened. */
  admits(transport: Transport, request: IncomingMessage): boolean {
    return names.some((name) => this.counts(name, transport, request));
  }

  /** Returns the value of a credential's cookie if it is accepted. */
  cookieOf(name: CookieCredential, transport: Transport, request: IncomingMessage): string | undefined {
    const value = parseCookies(request)[credentials[name].cookie];
    return value !== undefined && this.counts(name, transport, request) ? value : undefined;
  }
}

/** Whether a request carries a cookie that identifies someone over a transport, accepted or not. */
export function bringsCookie(transport: Transport, request: IncomingMessage): boolean {
  const cookies = parseCookies(request);
  const { session, guest } = credentials;
  const speaking: readonly (CredentialRow & { readonly cookie: string })[] = [session, guest];
  return speaking.some(({ cookie, counts }) => counts[transport] !== undefined && cookies[cookie] !== undefined);
}
