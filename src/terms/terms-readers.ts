import { raw } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { UnitOfWork } from '../db/database.js';
import type { Clock } from '../shared/clock.js';
import { NoSuchTermsVersion } from './terms.errors.js';
import { TermsSeen } from './terms-seen.entity.js';
import { TermsVersion } from './terms-version.entity.js';

interface TermsReadersParts {
  readonly em: UnitOfWork;
  readonly clock: Clock;
}

/** Who has seen which version of the terms, and when first. */
export class TermsReaders {
  constructor(private readonly parts: TermsReadersParts) {}

  /** When somebody first saw a version; null when never. */
  async seenAt(userId: number, version: number): Promise<Date | null> {
    const seen = await this.parts.em.fork().findOne(TermsSeen, { userId, version });
    return seen?.seenAt ?? null;
  }

  /**
   * Keeps that somebody has seen a version, unless it is known.
   *
   * @returns when it was seen first.
   * @throws {NoSuchTermsVersion} unless the version is active: any other cannot have been seen.
   */
  async mark(userId: number, version: number): Promise<Date> {
    const unit = this.parts.em.fork();
    if ((await unit.count(TermsVersion, { id: version, isActive: true })) === 0) throw new NoSuchTermsVersion();
    const known = await this.seenAt(userId, version);
    if (known) return known;
    const seenAt = this.parts.clock.now();
    await unit.upsert(TermsSeen, { userId, version, seenAt }, { onConflictAction: 'ignore' });
    // Another tab of the same person may have been quicker.
    return (await this.seenAt(userId, version)) ?? seenAt;
  }

  /** How many people have seen each of these versions; a version that nobody has seen is not among them. */
  async countOf(versions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await (this.parts.em.fork() as SqlEntityManager)
      .createQueryBuilder(TermsSeen)
      .select(['version', raw('count(*) as readers')])
      .where({ version: { $in: [...versions] } })
      .groupBy('version')
      .execute<{ version: number; readers: number | string }[]>('all');
    return new Map(rows.map(({ version, readers }) => [version, Number(readers)]));
  }
}
