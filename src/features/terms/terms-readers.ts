import { raw } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { UnitOfWork } from '../../platform/db/database.js';
import { NotFound } from '../../shared/errors/errors.js';
import type { Viewer } from '../../shared/identity/viewer.js';
import type { Clock } from '../../shared/time/clock.js';
import { TermsSeen } from './terms-seen.entity.js';
import { TermsVersion } from './versions/terms-version.entity.js';

/** A viewer who reads the terms. */
type Reader = Pick<Viewer, 'userId' | 'credential'>;

/** Throws, within a transaction, if a reader is no longer signed in. */
export type ConfirmReader = (unit: UnitOfWork, reader: Reader) => Promise<void>;

interface TermsReadersDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly confirmReader: ConfirmReader;
}

/** Records which users have seen which versions of the terms, and when they saw each one first. */
export class TermsReaders {
  constructor(private readonly deps: TermsReadersDeps) {}

  /** Returns the time when a user first saw a version; null if they have not seen it. */
  async seenAt(userId: number, version: number): Promise<Date | null> {
    const seen = await this.deps.em.fork().findOne(TermsSeen, { userId, version });
    return seen?.seenAt ?? null;
  }

  /**
   * Records that a user has seen a version, unless this is already recorded.
   *
   * @returns the time when the user first saw it.
   * @throws {NotFound} unless the version is active, since users cannot have seen any other.
   * @throws {NotAuthenticated} if the reader is no longer signed in.
   */
  async mark(reader: Reader, version: number): Promise<Date> {
    const { em, confirmReader } = this.deps;
    const { userId } = reader;
    if ((await em.fork().count(TermsVersion, { id: version, isActive: true })) === 0)
      throw new NotFound('terms.noSuchVersion');
    const known = await this.seenAt(userId, version);
    if (known) return known;
    const seenAt = await em.fork().transactional(async (unit) => {
      await confirmReader(unit, reader);
      return this.markWithin(unit, userId, version);
    });
    // Another tab of the same user may have recorded it first.
    return (await this.seenAt(userId, version)) ?? seenAt;
  }

  /**
   * Does the same as {@link mark} within the transaction of a change of the terms.
   *
   * @returns the stored time; the current time if nothing was stored before.
   */
  async markWithin(unit: UnitOfWork, userId: number, version: number): Promise<Date> {
    const seenAt = this.deps.clock.now();
    await unit.upsert(TermsSeen, { userId, version, seenAt }, { onConflictAction: 'ignore' });
    return seenAt;
  }

  /** Counts the users who have seen each version. Leaves out versions without readers. */
  async countOf(versions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await (this.deps.em.fork() as SqlEntityManager)
      .createQueryBuilder(TermsSeen)
      .select(['version', raw('count(*) as readers')])
      .where({ version: { $in: [...versions] } })
      .groupBy('version')
      .execute<{ version: number; readers: number | string }[]>('all');
    return new Map(rows.map(({ version, readers }) => [version, Number(readers)]));
  }
}
