import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { NotFound } from '../../../shared/errors/errors.js';
import { type Page, type PageRequest, pageOfCursor } from '../../../shared/page.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import type { User } from '../users/user.entity.js';
import { publicSessionId, Session } from './session.entity.js';
import { SESSION_SECONDS } from './sessions.js';

interface AllSessionsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly changedAccounts: ChangedAccounts;
}

/** A session together with its user. */
export type SessionWithUser = Session & { readonly user: User };

/** The time of the login in milliseconds, and the public id of the session. */
export type SessionKey = readonly [number, string];

/** The sessions of all users, for the staff (contract 2, `/admin/`). */
export class AllSessions {
  constructor(private readonly deps: AllSessionsDeps) {}

  /** A page of the active sessions, of all users or of one, the newest login first. */
  async page(
    { userId }: { readonly userId?: number | undefined },
    { first, after }: PageRequest<SessionKey>,
  ): Promise<Page<SessionWithUser>> {
    const { em, clock } = this.deps;
    // What has been opened within the life of a session lives: to ask for its end would lead SQLite past the index that
    // the order needs.
    const oldest = new Date(clock.now().getTime() - SESSION_SECONDS * 1000);
    const sessions = await em.fork().findByCursor(Session, {
      where: { ...(userId !== undefined && { user: userId }), createdAt: { $gt: oldest } },
      populate: ['user'],
      orderBy: { createdAt: 'desc', id: 'desc' },
      first,
      // The key knows the beginning of the id only: what is below that is behind it.
      ...(after && { after: { createdAt: new Date(after[0]), id: after[1] } }),
      includeCount: false,
    });
    return pageOfCursor(sessions, (session) => [session.createdAt.getTime(), publicSessionId(session)]);
  }

  /** Ends one session of a user, by its public id. @throws {NotFound} when the user has no such session. */
  async end({ id: userId, username }: Pick<User, 'id' | 'username'>, publicId: string, origin: Origin): Promise<void> {
    const { em, clock, audit, changedAccounts } = this.deps;
    const session = await em.fork().findOne(Session, { user: userId, id: beginningWith(publicId) });
    if (!session || session.expiresAt <= clock.now()) throw new NotFound('accounts.noSuchSession');
    const facts = { address: session.address, createdAt: session.createdAt.toISOString() };
    // Users end as many of their own as they like: what they do again and again is summed up.
    const what = origin.by ? { change: { before: facts } } : { details: facts };
    await audit.withChange(origin, async (unit, record) => {
      await unit.nativeDelete(Session, { id: session.id });
      await record({ event: 'session_end', result: 'success', origin, username, userId, ...what });
    });
    changedAccounts.announce(userId);
  }
}

/** The ids are hexadecimal: none that begins so is as great as this with a `g` behind it. */
function beginningWith(publicId: string) {
  if (!PUBLIC_ID.test(publicId)) throw new NotFound('accounts.noSuchSession');
  return { $gte: publicId, $lt: `${publicId}g` };
}

const PUBLIC_ID = /^[0-9a-f]{22}$/;
