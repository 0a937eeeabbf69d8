import type { IncomingMessage } from 'node:http';
import { NotAuthenticated } from '../../../shared/errors/errors.js';
import type { Credential, Credentials, Viewer } from '../../../shared/identity/viewer.js';
import { headerValues } from '../header-values.js';
import type { CredentialName, CredentialRules, Transport } from '../security/credentials.js';

/** Identifies the caller by a request's credentials; throws for an invalid bearer token. */
export type Identify = (credentials: Credentials, request: IncomingMessage) => Promise<Viewer | null>;

/** Maps the kinds of callers' credentials to rows of the credentials table. */
const NAMES: Readonly<Record<Credential['kind'], CredentialName>> = {
  session: 'session',
  token: 'accessToken',
  personal_token: 'personalToken',
};

/**
 * Looks up a request's caller again at every call, since the body arrives between two calls, which may take half a
 * minute, and rights may end in the meantime (decision 022).
 */
export class RequestViewers {
  constructor(
    private readonly identify: Identify,
    private readonly rules: CredentialRules,
  ) {}

  /**
   * Returns a request's caller, by the credentials accepted over its transport; null for a visitor.
   *
   * @param sent a bearer token received otherwise than in the header.
   * @throws {NotAuthenticated} for a token of a kind that is not accepted.
   */
  async identifyViewer(
    request: IncomingMessage,
    transport: Transport,
    sent: Pick<Credentials, 'bearer'> = { bearer: readBearer(request) },
  ): Promise<Viewer | null> {
    const { rules } = this;
    const mayBeToken = [NAMES.token, NAMES.personal_token].some((name) => rules.counts(name, transport, request));
    const sessionSecret = rules.cookieOf('session', transport, request);
    const viewer = await this.identify({ ...(mayBeToken && sent), sessionSecret }, request);
    if (viewer && !rules.counts(NAMES[viewer.credential.kind], transport, request)) throw new NotAuthenticated();
    return viewer;
  }

  /** Returns the signed-in user behind a page request; pages accept only the session cookie. */
  identifyPerson(request: IncomingMessage): Promise<Viewer | null> {
    return this.identifyViewer(request, 'page');
  }
}

/** Returns a request's bearer token; empty if malformed or sent twice, undefined if missing. */
export function readBearer(request: IncomingMessage): string | undefined {
  const headers = headerValues(request, 'authorization');
  return headers.length > 1 ? '' : bearerIn(headers[0]);
}

/**
 * Returns the token in `Bearer <token>`, with the scheme in any case; empty if malformed, undefined for another scheme.
 */
function bearerIn(authorization: string | undefined): string | undefined {
  const [scheme, token = '', ...rest] = (authorization ?? '').trim().split(/ +/);
  if (scheme?.toLowerCase() !== 'bearer') return undefined;
  return rest.length === 0 ? token : '';
}
