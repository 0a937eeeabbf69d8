import type { UnitOfWork } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import { yieldToEventLoop } from '../../../shared/concurrency/yield-to-event-loop.js';
import type { Clock } from '../../../shared/time/clock.js';
import { ChunkTable, floorTo, HOUR_MS, MINUTE_MS } from '../history/chunk-table.js';
import { oldestStoredMs } from '../history/history-reading.js';
import { Resolution } from '../history/metrics-chunk.entity.js';
import { pruneHistory } from '../history/prune-history.js';
import { rollUpSamples, samplesOfColumns } from '../history/roll-up.js';
import type { HostTable } from '../hosts/storage/host-table.js';

interface AgentHistoriesDeps {
  readonly em: UnitOfWork;
  readonly clock: Pick<Clock, 'now' | 'wait'>;
  readonly table: Pick<HostTable, 'agentsToPrune' | 'forgetRetired'>;
}

/** Delay after the end of an hour before it is rolled up, since its last minutes arrive a little late. */
const SUMMED_AFTER_MS = 2 * MINUTE_MS;

/** Hours rolled up per transaction: about 3,000 samples, which takes about 10 ms. */
const HOURS_AT_ONCE = 4;

const PAUSE_MS = 20;

/**
 * The histories of hosts measured by agents. Samples arrive a minute at a time, in any order, and are rolled up later;
 * `hosts.rolled_up_until` records how far.
 */
export class AgentHistories {
  constructor(private readonly deps: AgentHistoriesDeps) {}

  /** Rolls up completed hours that have not been rolled up yet, or that a late minute has reopened. */
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

  /**
   * Deletes chunks older than their host's retention, and hosts that have been retired for longer than that. Samples
   * not yet rolled up are kept.
   */
  async prune(): Promise<void> {
    const { clock, em, table } = this.deps;
    const now = clock.now();
    for (const { number, retentionDays, rolledUpUntilMs } of await table.agentsToPrune()) {
      await pruneHistory({
        clock,
        oldestMs: (resolution) => {
          const oldestMs = oldestStoredMs(now, retentionDays, resolution);
          return resolution === Resolution.SAMPLES ? Math.min(oldestMs, rolledUpUntilMs) : oldestMs;
        },
        prune: (resolution, beforeMs, limit) => new ChunkTable(em.fork(), number).prune(resolution, beforeMs, limit),
      });
      await yieldToEventLoop();
    }
    await table.forgetRetired();
  }

  /** @returns whether there may be more. */
  #rollUpSome(number: number, untilMs: number): Promise<boolean> {
    return this.deps.em.fork().transactional(async (unit) => {
      // A no-op update that locks the row, so that no minutes are added until the transaction ends.
      const [row] = await queryRows<{ rolled_up_until: number }>(
        unit,
        'update hosts set rolled_up_until = rolled_up_until where number = ? and has_agent returning rolled_up_until',
        [number],
      );
      if (!row) return false;
      const chunks = new ChunkTable(unit, number);
      const firstMs = await chunks.oldestMinute(row.rolled_up_until * MINUTE_MS, untilMs);
      const beginMs = floorTo(firstMs ?? untilMs, HOUR_MS);
      const endMs = Math.min(untilMs, beginMs + HOURS_AT_ONCE * HOUR_MS);
      if (beginMs < endMs) await rollUpRange(chunks, beginMs, endMs);
      // Never move backwards here, in case the clock was set back.
      if (endMs / MINUTE_MS > row.rolled_up_until) {
        await queryRows(unit, 'update hosts set rolled_up_until = ? where number = ?', [endMs / MINUTE_MS, number]);
      }
      return endMs < untilMs;
    });
  }
}

async function rollUpRange(chunks: ChunkTable, beginMs: number, endMs: number): Promise<void> {
  const minutes = await chunks.readRange(Resolution.SAMPLES, beginMs, endMs);
  for (let hourMs = beginMs; hourMs < endMs; hourMs += HOUR_MS) {
    const ofHour = minutes.filter(({ startMs }) => startMs >= hourMs && startMs < hourMs + HOUR_MS);
    if (ofHour.length === 0) continue;
    const rollUps = ofHour.map(({ startMs, columns }) => rollUpSamples(startMs, samplesOfColumns(startMs, columns)));
    await chunks.rollUpHour(hourMs, rollUps);
  }
}
