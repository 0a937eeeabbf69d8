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

  /** Those of some callers whose proof still holds: not expired, ended or revoked, and the account active. */
  async whoStillHold(viewers: Iterable<Viewer>): Promise<Set<Viewer>> {
    const version = this.#forgetWhatChanged();
    const current = [...viewers].filter((viewer) => !this.#isOver(viewer));
    const unknown = current.filter((viewer) => !this.#standing.has(viewer));
    if (unknown.length === 0) return new Set(current);
    const proven = new Set(await this.#stillProven(unknown));
    if (this.#isCurrent(version)) for (const viewer of proven) this.#standing.add(viewer);
    const asked = new Set(unknown);
    return new Set(current.filter((viewer) => !asked.has(viewer) || proven.has(viewer)));
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

  async #stillProven(viewers: readonly Viewer[]): Promise<Viewer[]> {
    const { sessions, tokens } = this.parts;
    const credentials = viewers.map(({ credential }) => credential);
    const living = await sessions.livingOf(
      credentials.flatMap((credential) => (credential.kind === 'session' ? [credential.sessionId] : [])),
    );
    const versions = await tokens.versionsOf(
      viewers.flatMap(({ userId, credential }) => (credential.kind === 'token' ? [userId] : [])),
    );
    return viewers.filter(({ userId, credential }) =>
      credential.kind === 'session' ? living.has(credential.sessionId) : versions.get(userId) === credential.version,
    );
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
