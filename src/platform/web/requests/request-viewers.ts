import type { IncomingMessage } from 'node:http';
import { NotAuthenticated } from '../../../shared/errors/errors.js';
import type { Credential, Credentials, Viewer } from '../../../shared/identity/viewer.js';
import { headerValues } from '../header-values.js';
import type { CredentialName, CredentialRules, Transport } from '../security/credentials.js';

/** Finds who is calling by the credentials of a request; throws when a bearer token is not valid. */
export type Identify = (credentials: Credentials, request: IncomingMessage) => Promise<Viewer | null>;

/** The rows of the table of credentials by which callers are known. */
const NAMES: Readonly<Record<Credential['kind'], CredentialName>> = {
  session: 'session',
  token: 'accessToken',
  personal_token: 'personalToken',
};

/**
 * Looks up the caller of a request, at every call again: between two calls the body arrives, which may take half a
 * minute, and rights may end meanwhile (decision 022).
 */
export class RequestViewers {
  constructor(
    private readonly identify: Identify,
    private readonly rules: CredentialRules,
  ) {}

  /**
   * The caller of a request, by what counts over its transport; null for a visitor.
   *
   * @param sent the bearer token that came by another way than the header.
   * @throws {NotAuthenticated} for a token of a kind that does not count.
   */
  async viewerOf(
    request: IncomingMessage,
    transport: Transport,
    sent: Pick<Credentials, 'bearer'> = { bearer: bearerOf(request) },
  ): Promise<Viewer | null> {
    const { rules } = this;
    const mayBeToken = [NAMES.token, NAMES.personal_token].some((name) => rules.counts(name, transport, request));
    const sessionSecret = rules.cookieOf('session', transport, request);
    const viewer = await this.identify({ ...(mayBeToken && sent), sessionSecret }, request);
    if (viewer && !rules.counts(NAMES[viewer.credential.kind], transport, request)) throw new NotAuthenticated();
    return viewer;
  }

  /** The signed-in user behind a page request: pages know only the session cookie. */
  personOf(request: IncomingMessage): Promise<Viewer | null> {
    return this.viewerOf(request, 'page');
  }
}

/** The bearer token of a request; empty when it is malformed or there are two, undefined when there is none. */
export function bearerOf(request: IncomingMessage): string | undefined {
  const headers = headerValues(request, 'authorization');
  return headers.length > 1 ? '' : bearerIn(headers[0]);
}

/** The token of `Bearer <token>`, the scheme in any case; empty when it is malformed, undefined for another scheme. */
export function bearerIn(authorization: string | undefined): string | undefined {
  const [scheme, token = '', ...rest] = (authorization ?? '').trim().split(/ +/);
  if (scheme?.toLowerCase() !== 'bearer') return undefined;
  return rest.length === 0 ? token : '';
}
