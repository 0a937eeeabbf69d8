import type { Clock } from '../../shared/time/clock.js';
import type { UnitOfWork } from '../db/database.js';
import { deleteInSlices } from '../db/delete-in-slices.js';
import { AuditWalk, TABLE } from './audit-walk.js';

/** Events older than this are deleted. */
export const RETENTION_DAYS = 365;
const DAY_MS = 86_400_000;

/** The most failures that are stored, and the most locks: no account is needed to cause them. */
export const FAILURES_MAX = 500_000;

interface AuditPruningDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  /** {@link FAILURES_MAX} by default; tests set a smaller one. */
  readonly failuresMax?: number;
}

/** Deletes events that are over a year old, and the oldest failures beyond {@link FAILURES_MAX}. */
export class AuditPruning {
  #running = false;

  constructor(private readonly deps: AuditPruningDeps) {}

  /** Removes what is due, in slices; does nothing while an earlier call is still running. */
  async prune(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      const oldest = new Date(this.deps.clock.now().getTime() - RETENTION_DAYS * DAY_MS);
      await deleteInSlices(this.deps, { table: TABLE, where: 'at <= ?', values: [oldest] });
      for (const result of ['failure', 'locked_out']) await this.#removeBeyond(result);
    } finally {
      this.#running = false;
    }
  }

  async #removeBeyond(result: string): Promise<void> {
    const { em, failuresMax: storedMax = FAILURES_MAX } = this.deps;
    const walk = new AuditWalk(em);
    // Mostly they are fewer, which takes milliseconds to count; the way to the last one that stays looks at rows.
    if (!(await walk.isMoreThan(storedMax, { columns: { result } }))) return;
    const last = await walk.behind({ columns: { result } }, storedMax);
    if (!last) return;
    // The second condition repeats that of the partial index, or SQLite would not use it (see `AuditWalk`).
    const where = "result = ? and result <> 'success' and (at, id) < (?, ?)";
    await deleteInSlices(this.deps, { table: TABLE, where, values: [result, new Date(last[0]), last[1]] });
  }
}
