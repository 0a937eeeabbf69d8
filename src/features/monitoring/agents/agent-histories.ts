import type { UnitOfWork } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import { yieldToEventLoop } from '../../../shared/concurrency/yield-to-event-loop.js';
import type { Clock } from '../../../shared/time/clock.js';
import { ChunkTable, floorTo, HOUR_MS, MINUTE_MS } from '../history/chunk-table.js';
import { lockHost, setRolledUp } from '../hosts/storage/host-lease.js';

interface AgentHistoriesDeps {
  readonly em: UnitOfWork;
  readonly clock: Pick<Clock, 'now' | 'wait'>;
}

/** How long after the end of an hour to roll it up, since its last minutes arrive a little late. */
const SUMMED_AFTER_MS = 2 * MINUTE_MS;

/** Hours rolled up per transaction: about 3,000 samples, which takes about 10 ms. */
const HOURS_AT_ONCE = 4;

const PAUSE_MS = 20;

/**
 * Keeps the histories of hosts measured by agents. Samples arrive a minute at a time, in any order, and are rolled up
 * later; `hosts.rolled_up_until` records up to which minute.
 */
export class AgentHistories {
  constructor(private readonly deps: AgentHistoriesDeps) {}

  /** Rolls up completed hours that have not been rolled up yet or that a late minute has reopened. */
  async rollUp(): Promise<void> {
    const untilMs = floorTo(this.deps.clock.now().getTime() - SUMMED_AFTER_MS, HOUR_MS);
    const due = await queryRows<{ number: number }>(
      this.deps.em.fork(),
      'select number from hosts where has_agent and rolled_up_until < ? order by number',
      [untilMs / MINUTE_MS],
    );
    for (const { number } of due) {
      while (await this.#rollUpSome(number, untilMs)) await this.deps.clock.wait(PAUSE_MS);
      await yieldToEventLoop();
    }
  }

  /** @returns whether there may be more to roll up. */
  #rollUpSome(number: number, untilMs: number): Promise<boolean> {
    return this.deps.em.fork().transactional(async (unit) => {
      // Lock the host so that no minutes are added until the transaction ends.
      const host = await lockHost(unit, number);
      if (!host) return false;
      const chunks = new ChunkTable(unit, number);
      const firstMs = await chunks.oldestMinute(host.rolled_up_until * MINUTE_MS, untilMs);
      const beginMs = floorTo(firstMs ?? untilMs, HOUR_MS);
      const endMs = Math.min(untilMs, beginMs + HOURS_AT_ONCE * HOUR_MS);
      if (beginMs < endMs) await chunks.rollUpRange(beginMs, endMs);
      // Never move `rolled_up_until` backwards here, in case the clock was set back.
      if (endMs / MINUTE_MS > host.rolled_up_until) {
        await setRolledUp(unit, number, endMs / MINUTE_MS);
      }
      return endMs < untilMs;
    });
  }
}
