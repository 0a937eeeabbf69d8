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

export type SessionWithUser = Session & { readonly user: User };

/** Login time in milliseconds, and the session's public id. */
export type SessionKey = readonly [number, string];

/** Lists and ends sessions of all users, for staff (contract 2, `/admin/`). */
export class AllSessions {
  constructor(private readonly deps: AllSessionsDeps) {}

  /** Returns a page of active sessions, of all users or only one, newest login first. */
  async page(
    { userId }: { readonly userId?: number | undefined },
    { first, after }: PageRequest<SessionKey>,
  ): Promise<Page<SessionWithUser>> {
    const { em, clock } = this.deps;
    // Filters by the time of opening, which is equivalent because all sessions last equally long: a condition on the
    // expiry would keep SQLite from using the index that the order requires.
    const oldest = new Date(clock.now().getTime() - SESSION_SECONDS * 1000);
    const sessions = await em.fork().findByCursor(Session, {
      where: { ...(userId !== undefined && { user: userId }), createdAt: { $gt: oldest } },
      populate: ['user'],
      orderBy: { createdAt: 'desc', id: 'desc' },
      first,
      // The key contains only the beginning of the id, so smaller ids come after it.
      ...(after && { after: { createdAt: new Date(after[0]), id: after[1] } }),
      includeCount: false,
    });
    return pageOfCursor(sessions, (session) => [session.createdAt.getTime(), publicSessionId(session)]);
  }

  /** Ends one of a user's sessions, given its public id. @throws {NotFound} if the user has no such session. */
  async end({ id: userId, username }: Pick<User, 'id' | 'username'>, publicId: string, origin: Origin): Promise<void> {
    const { em, clock, audit, changedAccounts } = this.deps;
    const session = await em.fork().findOne(Session, { user: userId, id: beginningWith(publicId) });
    if (!session || session.expiresAt <= clock.now()) throw new NotFound('accounts.noSuchSession');
    const facts = { address: session.address, createdAt: session.createdAt.toISOString() };
    // Users may end any number of their own sessions, so these events are summarised.
    const what = origin.by ? { change: { before: facts } } : { details: facts };
    await audit.withChange(origin, async (unit, record) => {
      await unit.nativeDelete(Session, { id: session.id });
      await record({ event: 'session_end', result: 'success', origin, username, userId, ...what });
    });
    changedAccounts.announce(userId);
  }
}

/** Matches ids by prefix. Ids are hexadecimal, so all of them sort before the prefix followed by `g`. */
function beginningWith(publicId: string) {
  if (!PUBLIC_ID.test(publicId)) throw new NotFound('accounts.noSuchSession');
  return { $gte: publicId, $lt: `${publicId}g` };
}

const PUBLIC_ID = /^[0-9a-f]{22}$/;
