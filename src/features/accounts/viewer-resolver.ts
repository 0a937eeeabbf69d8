import { languages } from '../../i18n/catalogues.js';
import { isSameAccess } from '../../shared/identity/machine-access.js';
import type { Credential, Credentials, Viewer, ViewerStatus } from '../../shared/identity/viewer.js';
import type { Clock } from '../../shared/time/clock.js';
import { unitsOf } from '../../shared/units/units.js';
import { TokenNotValid } from './accounts.errors.js';
import type { Identities } from './identities/identities.js';
import { parseScopes } from './personal-tokens/personal-access-token.entity.js';
import type { PersonalTokens } from './personal-tokens/personal-tokens.js';
import { isPersonalToken } from './personal-tokens/token-text.js';
import type { SecondFactors } from './second-factor/second-factors.js';
import type { Sessions } from './sessions/sessions.js';
import type { Tokens } from './tokens/tokens.js';
import { type AccountRights, type RightsColumns, rightsOf } from './users/account-rights.js';
import type { User } from './users/user.entity.js';

/** Maximum number of cached viewers. */
const CACHE_MAX = 10_000;

interface ViewerResolverDeps {
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly personalTokens: Pick<PersonalTokens, 'find' | 'findActive'>;
  readonly secondFactors: Pick<SecondFactors, 'lacking'>;
  readonly identities: Pick<Identities, 'hasSecondFactor'>;
  readonly clock: Clock;
  /** A number that changes with every change to an account, in any process; undefined if unknown. */
  readonly version: () => number | undefined;
}

/**
 * Resolves the viewer from the credentials of a request or a socket (contract 3). Viewers are cached until this process
 * learns that any account has changed (decision 006).
 */
export class ViewerResolver {
  readonly #cache = new Map<string, Viewer>();
  #confirmed = new WeakSet<Viewer>();
  #version: number | undefined;

  constructor(private readonly deps: ViewerResolverDeps) {}

  /**
   * Returns the viewer, or null for a visitor. A bearer token takes precedence over a session, even if the token is
   * invalid.
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
   * Rechecks viewers whose credentials were once valid: whether the credentials still are (not expired, ended or
   * revoked, with an active account) and whether the viewers still have the same rights.
   */
  async review(viewers: Iterable<Viewer>): Promise<Map<Viewer, ViewerStatus>> {
    const version = this.#clearIfStale();
    const all = [...viewers];
    const unknown = new Set(all.filter((viewer) => !this.#isExpired(viewer) && !this.#confirmed.has(viewer)));
    const rights = unknown.size === 0 ? new Map<Viewer, Rights>() : await this.#rightsOf([...unknown]);
    const isCurrent = this.#isCurrent(version);
    const statusOf = (viewer: Viewer): ViewerStatus => {
      if (this.#isExpired(viewer)) return 'ended';
      return unknown.has(viewer) ? statusBy(rights.get(viewer), viewer) : 'holds';
    };
    const statuses = all.map((viewer) => [viewer, statusOf(viewer)] as const);
    for (const [viewer, status] of statuses) if (status === 'holds' && isCurrent) this.#confirmed.add(viewer);
    return new Map(statuses);
  }

  async #bySession(secret: string | undefined): Promise<Viewer | null> {
    const session = secret === undefined ? null : await this.deps.sessions.find(secret);
    if (!session) return null;
    const { id: sessionId, expiresAt, createdAt, authenticatedAt, hasProviderFactor } = session;
    const authenticated = { authenticatedAt: authenticatedAt ?? createdAt, ...(hasProviderFactor && PROVIDER_FACTOR) };
    return this.#identifyViewer(session.user, { kind: 'session', sessionId, expiresAt, ...authenticated });
  }

  async #byToken(token: string): Promise<Viewer> {
    if (isPersonalToken(token)) return this.#byPersonalToken(token);
    const { user, expiresAt, authenticatedAt } = await this.deps.tokens.findHolder(token);
    return this.#identifyViewer(user, { kind: 'token', version: user.tokenVersion, expiresAt, authenticatedAt });
  }

  async #byPersonalToken(token: string): Promise<Viewer> {
    const found = await this.deps.personalTokens.find(token);
    if (!found) throw new TokenNotValid();
    const { id: tokenId, expiresAt, user } = found;
    const scopes = parseScopes(found);
    // A token has no session that could tell, so the last login at the provider decides.
    const hasProviderFactor = await this.deps.identities.hasSecondFactor(user.id);
    const credential = {
      kind: 'personal_token',
      tokenId,
      expiresAt,
      ...(hasProviderFactor && PROVIDER_FACTOR),
    } as const;
    const viewer = await this.#identifyViewer(user, credential);
    return { ...viewer, ...rightsOf(user, scopes), scopes };
  }

  async #identifyViewer(user: User, credential: Credential): Promise<Viewer> {
    const { id, username, firstName, email, dateJoined, lastLogin, theme } = user;
    // The chosen language may have been removed since.
    const language = languages.find((known) => known === user.language) ?? null;
    const account = { userId: id, username, firstName, email, ...rightsOf(user), dateJoined, lastLogin };
    const lacksSecondFactor = !credential.hasProviderFactor && (await this.deps.secondFactors.lacking([user])).has(id);
    return { ...account, lacksSecondFactor, preferences: { language, theme, ...unitsOf(user) }, credential };
  }

  /** Returns the current rights of each viewer, leaving out those whose credentials are no longer valid. */
  async #rightsOf(viewers: readonly Viewer[]): Promise<Map<Viewer, Rights>> {
    const { sessions, tokens, personalTokens } = this.deps;
    const credentials = viewers.map(({ credential }) => credential);
    const ofSessions = await sessions.findActive(
      credentials.flatMap((credential) => (credential.kind === 'session' ? [credential.sessionId] : [])),
    );
    const versions = await tokens.findVersions(
      viewers.flatMap(({ userId, credential }) => (credential.kind === 'token' ? [userId] : [])),
    );
    const ofPersonalTokens = await personalTokens.findActive(
      credentials.flatMap((credential) => (credential.kind === 'personal_token' ? [credential.tokenId] : [])),
    );
    const columnsOf = ({ userId, credential }: Viewer): RightsColumns | undefined => {
      if (credential.kind === 'session') return ofSessions.get(credential.sessionId);
      if (credential.kind === 'personal_token') return ofPersonalTokens.get(credential.tokenId);
      const user = versions.get(userId);
      return user?.tokenVersion === credential.version ? user : undefined;
    };
    const valid = viewers.flatMap((viewer) => {
      const columns = columnsOf(viewer);
      return columns ? [{ viewer, id: viewer.userId, columns, isStaff: columns.isStaff }] : [];
    });
    const lacking = await this.deps.secondFactors.lacking(valid);
    return new Map(
      valid.map(({ viewer, id, columns }) => {
        const lacksSecondFactor = !viewer.credential.hasProviderFactor && lacking.has(id);
        return [viewer, { ...rightsOf(columns, viewer.scopes), lacksSecondFactor }] as const;
      }),
    );
  }

  #isExpired({ credential }: Viewer): boolean {
    return credential.expiresAt <= this.deps.clock.now();
  }

  /** Empties the caches if an account has changed. @returns the version on which their content is based. */
  #clearIfStale(): number | undefined {
    const version = this.deps.version();
    if (version === undefined || version !== this.#version) {
      this.#cache.clear();
      this.#confirmed = new WeakSet();
      this.#version = version;
    }
    return version;
  }

  /** Whether a result read at `version` may be cached, i.e. no later change has become known. */
  #isCurrent(version: number | undefined): boolean {
    return version !== undefined && version === this.#version && version === this.deps.version();
  }
}

/** Marks credentials of people whom the sign-in provider has asked for a second factor. */
const PROVIDER_FACTOR = { hasProviderFactor: true } as const;

/** Returns the status of a viewer with these rights; undefined rights mean that the credentials are no longer valid. */
function statusBy(rights: Rights | undefined, viewer: Viewer): ViewerStatus {
  if (!rights) return 'ended';
  const isSame =
    rights.role === viewer.role &&
    isSameAccess(rights, viewer) &&
    rights.lacksSecondFactor === viewer.lacksSecondFactor;
  return isSame ? 'holds' : 'role_changed';
}

/** Rights of a viewer, which change with the user's role and machines, the policy and the second factors. */
type Rights = AccountRights & Pick<Viewer, 'lacksSecondFactor'>;
