import type { UnitOfWork } from '../db/database.js';
import type { Clock } from '../shared/clock.js';
import { AuditWalk } from './audit-walk.js';
import { AuthenticationEvent } from './authentication-event.entity.js';

/** How long events are kept. */
const KEPT_DAYS = 365;
const DAY_MS = 86_400_000;

/** So many failures are kept, and so many locks: what strangers can bring about has a bound, however often they try. */
const KEPT_FAILURES = 500_000;

/** Events that are removed in one statement, and the pause between two, so that nobody has to wait for it. */
const REMOVED_AT_ONCE = 500;
const PAUSE_MS = 50;

interface AuditPruningParts {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  /** {@link KEPT_FAILURES}, unless a test says otherwise. */
  readonly keptFailures?: number;
}

/** Removes events that are over a year old, and the oldest failures beyond the number that is kept. */
export class AuditPruning {
  #running = false;

  constructor(private readonly parts: AuditPruningParts) {}

  /** Removes what is due, a little at a time; does nothing while it is at it already. */
  async prune(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      const oldest = new Date(this.parts.clock.now().getTime() - KEPT_DAYS * DAY_MS);
      await this.#remove({ at: { $lte: oldest } });
      for (const result of ['failure', 'locked_out']) await this.#removeBeyond(result);
    } finally {
      this.#running = false;
    }
  }

  async #removeBeyond(result: string): Promise<void> {
    const { em, keptFailures = KEPT_FAILURES } = this.parts;
    const last = await new AuditWalk(em).behind({ columns: { result } }, keptFailures);
    if (!last) return;
    const at = new Date(last[0]);
    const behind = { $or: [{ at: { $lt: at } }, { at, id: { $lt: last[1] } }] };
    // As in `AuditWalk`: this is how the index of failures is found.
    await this.#remove({ $and: [{ result }, { result: { $ne: 'success' } }, { at: { $lte: at } }, behind] });
  }

  async #remove(which: object): Promise<void> {
    const { em, clock } = this.parts;
    for (;;) {
      const unit = em.fork();
      const rows = await unit.find(AuthenticationEvent, which, {
        fields: ['id'],
        orderBy: { at: 'asc' },
        limit: REMOVED_AT_ONCE,
        disableIdentityMap: true,
      });
      if (rows.length === 0) return;
      await unit.nativeDelete(AuthenticationEvent, { id: { $in: rows.map(({ id }) => id) } });
      if (rows.length < REMOVED_AT_ONCE) return;
      await clock.wait(PAUSE_MS);
    }
  }
}
