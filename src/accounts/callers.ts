import type { Clock } from '../shared/clock.js';
import type { Credential, Credentials, Viewer } from '../shared/viewer.js';
import type { Sessions } from './sessions.js';
import type { Tokens } from './tokens.js';
import type { User } from './user.entity.js';

/** So many callers are remembered at most. */
const REMEMBERED_MAX = 10_000;

interface CallersParts {
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly clock: Clock;
  /** Differs after every write to the database, whoever wrote; undefined when that cannot be known. */
  readonly version: () => number | undefined;
}

/**
 * Tells who is calling from what a request or a socket brought (specification §5.1). Who has been looked up is
 * remembered until anything is written to the database: no answer is older than the last write.
 */
export class Callers {
  readonly #remembered = new Map<string, Viewer>();
  #standing = new WeakSet<Viewer>();
  #version: number | undefined;

  constructor(private readonly parts: CallersParts) {}

  /**
   * The caller, or null for a visitor. A bearer token that is present decides alone, also beside a valid session.
   *
   * @throws {TokenNotValid} when a bearer token is present and not valid.
   */
  async identify({ bearer, sessionSecret }: Credentials): Promise<Viewer | null> {
    const key = bearer === undefined ? `session ${sessionSecret}` : `token ${bearer}`;
    const version = this.#forgetWhatChanged();
    const known = this.#remembered.get(key);
    if (known && !this.#isOver(known)) return known;
    const viewer = bearer === undefined ? await this.#bySession(sessionSecret) : await this.#byToken(bearer);
    if (viewer && this.#isCurrent(version)) {
      if (this.#remembered.size >= REMEMBERED_MAX) this.#remembered.clear();
      this.#remembered.set(key, viewer);
    }
    return viewer;
  }

  /** Whether what proved a caller still does: not expired, ended or revoked, and the account active. */
  async stillHolds(viewer: Viewer): Promise<boolean> {
    if (this.#isOver(viewer)) return false;
    const version = this.#forgetWhatChanged();
    if (this.#standing.has(viewer)) return true;
    const holds = await this.#isStillProven(viewer);
    if (holds && this.#isCurrent(version)) this.#standing.add(viewer);
    return holds;
  }

  async #bySession(secret: string | undefined): Promise<Viewer | null> {
    const session = secret === undefined ? null : await this.parts.sessions.find(secret);
    if (!session) return null;
    return viewerOf(session.user, { kind: 'session', sessionId: session.id, expiresAt: session.expiresAt });
  }

  async #byToken(token: string): Promise<Viewer> {
    const { user, expiresAt } = await this.parts.tokens.holderOf(token);
    return viewerOf(user, { kind: 'token', version: user.tokenVersion, expiresAt });
  }

  async #isStillProven({ userId, credential }: Viewer): Promise<boolean> {
    if (credential.kind === 'token') return this.parts.tokens.versionHolds(userId, credential.version);
    return (await this.parts.sessions.findById(credential.sessionId)) !== null;
  }

  #isOver({ credential }: Viewer): boolean {
    return credential.expiresAt <= this.parts.clock.now();
  }

  /** @returns the version up to which everything that is remembered holds. */
  #forgetWhatChanged(): number | undefined {
    const version = this.parts.version();
    if (version === undefined || version !== this.#version) {
      this.#remembered.clear();
      this.#standing = new WeakSet();
      this.#version = version;
    }
    return version;
  }

  /** Whether what was read since `version` may be remembered: nothing has been written since. */
  #isCurrent(version: number | undefined): boolean {
    return version !== undefined && version === this.#version && version === this.parts.version();
  }
}

function viewerOf(user: User, credential: Credential): Viewer {
  const { id, username, firstName, email, isStaff, language, theme } = user;
  return { userId: id, username, firstName, email, isStaff, preferences: { language, theme }, credential };
}
