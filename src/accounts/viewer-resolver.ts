import { languages } from '../i18n/catalogues.js';
import type { Clock } from '../shared/clock.js';
import type { Credential, Credentials, Viewer, ViewerStatus } from '../shared/viewer.js';
import type { Sessions } from './sessions/sessions.js';
import type { Tokens } from './tokens/tokens.js';
import type { User } from './users/user.entity.js';

/** The most viewers that are cached. */
const CACHE_MAX = 10_000;

interface ViewerResolverDeps {
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly clock: Clock;
  /** A number that changes with every change of an account, by any process; undefined when it cannot be known. */
  readonly version: () => number | undefined;
}

/**
 * Resolves the viewer from the credentials of a request or a socket (contract 3). Viewers are cached until this process
 * learns of a change of any account (decisions 006, 046).
 */
export class ViewerResolver {
  readonly #cache = new Map<string, Viewer>();
  #confirmed = new WeakSet<Viewer>();
  #version: number | undefined;

  constructor(private readonly deps: ViewerResolverDeps) {}

  /**
   * The viewer, or null for a visitor. A bearer token takes precedence over a session, even if the token is invalid.
   *
   * @throws {TokenNotValid} when there is a bearer token and it is not valid.
   */
  async identify({ bearer, sessionSecret }: Credentials): Promise<Viewer | null> {
    const key = bearer === undefined ? `session ${sessionSecret}` : `token ${bearer}`;
    const version = this.#clearIfStale();
    const cached = this.#cache.get(key);
    if (cached && !this.#isExpired(cached)) return cached;
    const viewer = bearer === undefined ? await this.#bySession(sessionSecret) : await this.#byToken(bearer);
    if (viewer && this.#isCurrent(version)) {
      if (this.#cache.size >= CACHE_MAX) this.#cache.clear();
      this.#cache.set(key, viewer);
      this.#confirmed.add(viewer);
    }
    return viewer;
  }

  /**
   * Checks viewers again whose credentials were valid once: whether they still are (not expired, ended or revoked, and
   * the account active), and whether the viewers still have the same role.
   */
  async review(viewers: Iterable<Viewer>): Promise<Map<Viewer, ViewerStatus>> {
    const version = this.#clearIfStale();
    const all = [...viewers];
    const unknown = new Set(all.filter((viewer) => !this.#isExpired(viewer) && !this.#confirmed.has(viewer)));
    const roles = unknown.size === 0 ? new Map<Viewer, boolean>() : await this.#rolesOf([...unknown]);
    const isCurrent = this.#isCurrent(version);
    const statusOf = (viewer: Viewer): ViewerStatus => {
      if (this.#isExpired(viewer)) return 'ended';
      return unknown.has(viewer) ? statusBy(roles.get(viewer), viewer) : 'holds';
    };
    const statuses = all.map((viewer) => [viewer, statusOf(viewer)] as const);
    for (const [viewer, status] of statuses) if (status === 'holds' && isCurrent) this.#confirmed.add(viewer);
    return new Map(statuses);
  }

  async #bySession(secret: string | undefined): Promise<Viewer | null> {
    const session = secret === undefined ? null : await this.deps.sessions.find(secret);
    if (!session) return null;
    return viewerOf(session.user, { kind: 'session', sessionId: session.id, expiresAt: session.expiresAt });
  }

  async #byToken(token: string): Promise<Viewer> {
    const { user, expiresAt } = await this.deps.tokens.holderOf(token);
    return viewerOf(user, { kind: 'token', version: user.tokenVersion, expiresAt });
  }

  /** Whether each viewer is staff now; viewers whose credentials are no longer valid are left out. */
  async #rolesOf(viewers: readonly Viewer[]): Promise<Map<Viewer, boolean>> {
    const { sessions, tokens } = this.deps;
    const credentials = viewers.map(({ credential }) => credential);
    const sessionRoles = await sessions.findActive(
      credentials.flatMap((credential) => (credential.kind === 'session' ? [credential.sessionId] : [])),
    );
    const versions = await tokens.versionsOf(
      viewers.flatMap(({ userId, credential }) => (credential.kind === 'token' ? [userId] : [])),
    );
    const roleOf = ({ userId, credential }: Viewer) => {
      if (credential.kind === 'session') return sessionRoles.get(credential.sessionId);
      const user = versions.get(userId);
      return user?.tokenVersion === credential.version ? user.isStaff : undefined;
    };
    return new Map(
      viewers.flatMap((viewer) => {
        const isStaff = roleOf(viewer);
        return isStaff === undefined ? [] : [[viewer, isStaff] as const];
      }),
    );
  }

  #isExpired({ credential }: Viewer): boolean {
    return credential.expiresAt <= this.deps.clock.now();
  }

  /** Empties the caches if an account has changed. @returns the version that their content has. */
  #clearIfStale(): number | undefined {
    const version = this.deps.version();
    if (version === undefined || version !== this.#version) {
      this.#cache.clear();
      this.#confirmed = new WeakSet();
      this.#version = version;
    }
    return version;
  }

  /** Whether a result that was read at `version` may be cached: no change has become known since. */
  #isCurrent(version: number | undefined): boolean {
    return version !== undefined && version === this.#version && version === this.deps.version();
  }
}

/** How a viewer stands whose user is staff now, or is not; undefined when the credentials are no longer valid. */
function statusBy(isStaff: boolean | undefined, viewer: Viewer): ViewerStatus {
  if (isStaff === undefined) return 'ended';
  return isStaff === viewer.isStaff ? 'holds' : 'role_changed';
}

function viewerOf(user: User, credential: Credential): Viewer {
  const { id, username, firstName, email, isStaff, dateJoined, lastLogin, theme } = user;
  // One that was chosen may have been taken away since.
  const language = languages.find((known) => known === user.language) ?? null;
  const account = { userId: id, username, firstName, email, isStaff, dateJoined, lastLogin };
  return { ...account, preferences: { language, theme }, credential };
}
