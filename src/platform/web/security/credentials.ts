import type { IncomingMessage } from 'node:http';
import { cookiesOf } from './cookies.js';
import type { RequestSource, RequestSources } from './request-source.js';

/**
 * What a request is for: a page (GET), a form of one (POST), GraphQL over HTTP, a REST address, `/metrics`, a WebSocket of
 * GraphQL, and that of an agent.
 */
export const transports = ['page', 'form', 'graphql', 'rest', 'metrics', 'graphqlSocket', 'agentSocket'] as const;

export type Transport = (typeof transports)[number];

/** One row of {@link credentials}. */
interface CredentialRow {
  /** The cookie that carries it, if one does: browsers add it by themselves, whatever page makes them send a request. */
  readonly cookie?: string;
  /** The sources from which it counts, by transport; it does not count over a transport that is not named. */
  readonly counts: Readonly<Partial<Record<Transport, readonly RequestSource[]>>>;
  /** What it allows. */
  readonly allows: string;
}

/** Pages of this site, and programs, which name no origin. */
const OWN: readonly RequestSource[] = ['own', 'none'];
/** Whoever opens a page, by a link of another site too. */
const READERS: readonly RequestSource[] = ['own', 'none', 'link'];
/** Whoever sends it must know it: no browser adds it by itself. */
const ANY: readonly RequestSource[] = ['own', 'listed', 'none', 'link', 'foreign'];

/** How a token of an account counts, whichever kind it is. A socket of a foreign page is refused with it (promise 22). */
const BEARER = { graphql: ANY, rest: ANY, metrics: ANY, graphqlSocket: ['own', 'listed', 'none'] } as const;

/** How that counts which is typed into a form of this site, or sent as an argument by whoever knows it. */
const TYPED = { form: OWN, graphql: ANY } as const;

/**
 * Every credential: from which source, over which transport and for what it counts (promise 56). Cookies count from this
 * site alone. A browser names the origin of whatever opens a WebSocket, so there a cookie without one counts for nothing.
 */
export const credentials = {
  session: {
    cookie: 'sessionid',
    counts: { page: READERS, form: OWN, graphql: OWN, rest: OWN, metrics: OWN, graphqlSocket: ['own'] },
    allows: 'all that the account may',
  },
  guest: {
    cookie: 'guestid',
    counts: { graphql: OWN, graphqlSocket: ['own'] },
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
  accessToken: { counts: BEARER, allows: 'all that the account may, but for pages' },
  personalToken: { counts: BEARER, allows: 'what its scopes say' },
  hostToken: { counts: { agentSocket: OWN }, allows: 'sending the figures of one host' },
  password: { counts: { ...TYPED, rest: ANY }, allows: 'a login, and proving again who one is' },
  oneTimeCode: { counts: { ...TYPED, rest: ANY }, allows: 'the second step of a login, beside the password' },
  passkey: { counts: { form: OWN, graphql: OWN }, allows: 'a login, and proving again who one is' },
  secondStepProof: { counts: { form: OWN }, allows: 'the second step of one login' },
  refreshToken: { counts: { graphql: ANY, rest: ANY }, allows: 'new access tokens' },
  invitation: { counts: { ...TYPED, page: READERS }, allows: 'creating one account' },
} as const satisfies Readonly<Record<string, CredentialRow>>;

export type CredentialName = keyof typeof credentials;

/** The credentials that cookies carry. */
type CookieCredential = {
  [Name in CredentialName]: (typeof credentials)[Name] extends { readonly cookie: string } ? Name : never;
}[CredentialName];

const rows: Readonly<Record<CredentialName, CredentialRow>> = credentials;
const names = Object.keys(credentials) as CredentialName[];

/** Decides whether what a request brings counts, by the table of {@link credentials} and nothing else. */
export class CredentialRules {
  constructor(private readonly sources: Pick<RequestSources, 'sourceOf'>) {}

  /** Whether a credential counts that a request brings. */
  counts(name: CredentialName, transport: Transport, request: IncomingMessage): boolean {
    return rows[name].counts[transport]?.includes(this.sources.sourceOf(request)) ?? false;
  }

  /** Whether any credential would: a socket for which none does is not opened. */
  admits(transport: Transport, request: IncomingMessage): boolean {
    return names.some((name) => this.counts(name, transport, request));
  }

  /** What the cookie of a credential holds, where it counts. */
  cookieOf(name: CookieCredential, transport: Transport, request: IncomingMessage): string | undefined {
    const value = cookiesOf(request)[credentials[name].cookie];
    return value !== undefined && this.counts(name, transport, request) ? value : undefined;
  }
}

/** Whether a request brings a cookie that speaks for somebody over a transport, whether or not it counts. */
export function bringsCookie(transport: Transport, request: IncomingMessage): boolean {
  const cookies = cookiesOf(request);
  const { session, guest } = credentials;
  const speaking: readonly (CredentialRow & { readonly cookie: string })[] = [session, guest];
  return speaking.some(({ cookie, counts }) => counts[transport] !== undefined && cookies[cookie] !== undefined);
}
