import type { Clock } from '../shared/clock.js';
import type { Credential, Credentials, Viewer } from '../shared/viewer.js';
import type { Sessions } from './sessions.js';
import type { Tokens } from './tokens.js';
import type { User } from './user.entity.js';

interface CallersParts {
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly clock: Clock;
}

/** Tells who is calling from what a request or a socket brought (specification §5.1). */
export class Callers {
  constructor(private readonly parts: CallersParts) {}

  /**
   * The caller, or null for a visitor. A bearer token that is present decides alone, also beside a valid session.
   *
   * @throws {TokenNotValid} when a bearer token is present and not valid.
   */
  async identify({ bearer, sessionSecret }: Credentials): Promise<Viewer | null> {
    if (bearer !== undefined) {
      const { user, expiresAt } = await this.parts.tokens.holderOf(bearer);
      return viewerOf(user, { kind: 'token', version: user.tokenVersion, expiresAt });
    }
    if (sessionSecret === undefined) return null;
    const session = await this.parts.sessions.find(sessionSecret);
    if (!session) return null;
    return viewerOf(session.user, { kind: 'session', sessionId: session.id, expiresAt: session.expiresAt });
  }

  /** Whether what proved a caller still does: not expired, ended or revoked, and the account active. */
  async stillHolds({ userId, credential }: Viewer): Promise<boolean> {
    if (credential.expiresAt <= this.parts.clock.now()) return false;
    if (credential.kind === 'session') {
      return (await this.parts.sessions.findById(credential.sessionId)) !== null;
    }
    return this.parts.tokens.versionHolds(userId, credential.version);
  }
}

function viewerOf(user: User, credential: Credential): Viewer {
  const { id, username, firstName, email, isStaff } = user;
  return { userId: id, username, firstName, email, isStaff, credential };
}
