import { createHash, randomBytes } from 'node:crypto';
import { chunksOf } from '../../../platform/db/chunks-of.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { deleteInSlices } from '../../../platform/db/delete-in-slices.js';
import type { Clock } from '../../../shared/time/clock.js';
import { NoActiveAccount } from '../accounts.errors.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import { type RightsColumns, rightsOfUser } from '../users/account-rights.js';
import { User } from '../users/user.entity.js';
import { Session, USER_AGENT_MAX_LENGTH } from './session.entity.js';
import type { SessionSource } from './session-source.js';

/** Lifetime of a session from its login, which use does not extend (contract 3). */
export const SESSION_SECONDS = 1_209_600;

/**
 * Maximum number of sessions per user, so that a client that logs in repeatedly cannot fill the table. Opening another
 * one ends the oldest.
 */
export const SESSIONS_OF_USER_MAX = 100;

/**
 * Maximum number of surplus sessions ended by one login. There is more than one only in databases older than the limit.
 */
const ENDED_AT_ONCE = 200;

const SECRET_BYTES = 32;
/** Format of the secret: unpadded base64url. */
const SECRET_FORMAT = /^[\w-]{43}$/;

export interface SessionVisitor {
  readonly address: string;
  readonly userAgent: string | undefined;
}

interface SessionsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly changedAccounts: ChangedAccounts;
}

/**
 * Whether a cookie has the format of a session secret. Another application on the same host may have left a cookie of
 * the same name.
 */
export function isSessionSecret(text: string): boolean {
  return SECRET_FORMAT.test(text);
}

/**
 * Manages signed-in browsers. The secret is stored only in the cookie; the database contains its SHA-256 (contract 3).
 */
export class Sessions {
  constructor(private readonly deps: SessionsDeps) {}

  /**
   * Opens a session and records the time of the login. A user with {@link SESSIONS_OF_USER_MAX} sessions loses the
   * oldest.
   *
   * @param source the login at a provider, if that is how the user signed in.
   * @returns the secret for the cookie.
   * @throws {NoActiveAccount} when the account was deactivated, or its password changed, since `user` was read.
   */
  async open(user: User, { address, userAgent = '' }: SessionVisitor, source?: SessionSource): Promise<string> {
    const { em, clock, changedAccounts } = this.deps;
    const client = { address, userAgent: userAgent.slice(0, USER_AGENT_MAX_LENGTH).replace(/\p{Cc}/gu, ' ') };
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
    await em.fork().transactional(async (unit) => {
      // A change that ends all sessions increments the version, and a concurrent login must then fail too.
      const unchanged = { id: user.id, tokenVersion: user.tokenVersion, isActive: true };
      const updatedRows = await unit.nativeUpdate(User, unchanged, { lastLogin: now });
      if (updatedRows === 0) throw new NoActiveAccount();
      const owner = unit.getReference(User, user.id);
      unit.create(
        Session,
        {
          id: sessionId(secret),
          user: owner,
          createdAt: now,
          expiresAt,
          ...client,
          ...(source && columnsOf(source, now)),
        },
        { persist: true },
      );
      await unit.flush();
      await endOldest(unit, user.id, sessionId(secret));
    });
    changedAccounts.announce(user.id);
    return secret;
  }

  /** Finds the active session for a secret, with its user; null if there is none. */
  async find(secret: string): Promise<Session | null> {
    if (!isSessionSecret(secret)) return null;
    const { em, clock } = this.deps;
    const session = await em.fork().findOne(Session, sessionId(secret), { populate: ['user'] });
    const isActive = session && session.expiresAt > clock.now() && session.user.isActive;
    return isActive ? session : null;
  }

  /**
   * Finds the sessions among these ids that are still active.
   *
   * @returns their ids, each mapped to its user.
   */
  async findActive(ids: readonly string[]): Promise<Map<string, RightsColumns>> {
    const active = new Map<string, RightsColumns>();
    for (const $in of chunksOf(ids)) {
      const { em, clock } = this.deps;
      const where = { id: { $in }, expiresAt: { $gt: clock.now() }, user: { isActive: true } };
      const fields = ['id', ...rightsOfUser] as const;
      const sessions = await em.fork().find(Session, where, { populate: ['user'], fields });
      for (const { id, user } of sessions) active.set(id, user);
    }
    return active;
  }

  /** Returns a user's active sessions, newest first, at most {@link SESSIONS_OF_USER_MAX}. */
  async listOf(userId: number): Promise<Session[]> {
    const { em, clock } = this.deps;
    const where = { user: userId, expiresAt: { $gt: clock.now() } };
    return em.fork().find(Session, where, { orderBy: { createdAt: 'desc', id: 'asc' }, limit: SESSIONS_OF_USER_MAX });
  }

  /** Ends the session with this secret. @returns the session with its user; null if there was none. */
  async end(secret: string): Promise<Session | null> {
    if (!isSessionSecret(secret)) return null;
    const { em, changedAccounts } = this.deps;
    const session = await em.fork().findOne(Session, sessionId(secret), { populate: ['user'] });
    if (!session) return null;
    await em.fork().nativeDelete(Session, { id: session.id });
    changedAccounts.announce(session.user.id);
    return session;
  }

  /** Deletes expired sessions in batches. */
  async prune(): Promise<void> {
    const values = [this.deps.clock.now()];
    await deleteInSlices(this.deps, { table: 'sessions', where: 'expires_at <= ?', values });
  }
}

/** The provider's clock may be ahead, but a proof is never later than the session. */
function columnsOf({ identityId, authenticatedAtMs, ...columns }: SessionSource, now: Date) {
  return { ...columns, identity: identityId, authenticatedAt: new Date(Math.min(authenticatedAtMs, now.getTime())) };
}

/** Ends a user's oldest sessions beyond the limit, but never the new one, even if the clock was set back. */
async function endOldest(unit: UnitOfWork, userId: number, newId: string): Promise<void> {
  const beyond = await unit.find(
    Session,
    { user: userId, id: { $ne: newId } },
    {
      fields: ['id'],
      orderBy: { createdAt: 'desc', id: 'asc' },
      offset: SESSIONS_OF_USER_MAX - 1,
      limit: ENDED_AT_ONCE,
      disableIdentityMap: true,
    },
  );
  if (beyond.length > 0) await unit.nativeDelete(Session, { id: { $in: beyond.map(({ id }) => id) } });
}

function sessionId(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
