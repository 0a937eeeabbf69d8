import type { PersonalRecords } from '../../../platform/audit/personal-records.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import type { Clock } from '../../../shared/time/clock.js';

interface OwnDataDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly personalRecords: readonly PersonalRecords[];
  readonly publicUrl: string;
}

/** Exports all data about a person for that person (contract 14). */
export class OwnData {
  constructor(private readonly deps: OwnDataDeps) {}

  /** Returns all data as JSON, at most a few MB. Password hashes and secrets are left out, and lists are limited. */
  async export({ userId, username, machines, machineTags }: Viewer): Promise<string> {
    const { em, clock, personalRecords, publicUrl } = this.deps;
    const unit = em.fork();
    const person = { userId, username, machines, machineTags };
    const parts: Record<string, unknown> = { service: publicUrl, exportedAt: clock.now() };
    for (const { name, read } of personalRecords) parts[name] = await read(unit, person);
    return JSON.stringify(parts, null, 2);
  }
}
