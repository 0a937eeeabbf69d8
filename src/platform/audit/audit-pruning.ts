import type { Clock } from '../../shared/time/clock.js';
import type { UnitOfWork } from '../db/database.js';
import { deleteInSlices } from '../db/delete-in-slices.js';
import { AuditWalk, TABLE } from './audit-walk.js';

export const RETENTION_DAYS = 365;
const DAY_MS = 86_400_000;

/** Maximum numbers of stored failures and of stored lockouts, since both can be caused without an account. */
export const FAILURES_MAX = 500_000;

interface AuditPruningDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  /** Defaults to {@link FAILURES_MAX}; tests set a smaller number. */
  readonly failuresMax?: number;
}

/** Deletes events more than a year old, and the oldest failures beyond {@link FAILURES_MAX}. */
export class AuditPruning {
  #running = false;

  constructor(private readonly deps: AuditPruningDeps) {}

  /** Deletes expired events in slices; does nothing while an earlier call is still running. */
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
    // Usually there are fewer. Counting takes milliseconds, whereas finding the last one to keep reads rows.
    if (!(await walk.isMoreThan(storedMax, { columns: { result } }))) return;
    const last = await walk.behind({ columns: { result } }, storedMax);
    if (!last) return;
    // The second condition repeats that of the partial index; otherwise SQLite would not use the index (see
    // `AuditWalk`).
    const where = "result = ? and result <> 'success' and (at, id) < (?, ?)";
    await deleteInSlices(this.deps, { table: TABLE, where, values: [result, new Date(last[0]), last[1]] });
  }
}
