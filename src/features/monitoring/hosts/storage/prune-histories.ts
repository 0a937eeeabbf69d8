import type { UnitOfWork } from '../../../../platform/db/database.js';
import { yieldToEventLoop } from '../../../../shared/concurrency/yield-to-event-loop.js';
import type { Clock } from '../../../../shared/time/clock.js';
import { ChunkTable } from '../../history/chunk-table.js';
import { oldestStoredMs } from '../../history/history-reading.js';
import { pruneHistory } from '../../history/prune-history.js';
import { Resolution } from '../../history/resolution.js';
import type { HostTable } from './host-table.js';

interface PruningDeps {
  readonly em: UnitOfWork;
  readonly clock: Pick<Clock, 'now' | 'wait'>;
  readonly table: Pick<HostTable, 'toPrune' | 'forget'>;
}

/**
 * Deletes the chunks of this node's machine that are older than its retention, except samples that have not been rolled
 * up yet. With `includesOthers`, does the same for all hosts that no node prunes, and deletes hosts whose entire
 * retention has ended.
 */
export async function pruneHistories(
  { em, clock, table }: PruningDeps,
  own: number | undefined,
  includesOthers: boolean,
): Promise<void> {
  const now = clock.now();
  for (const { number, retentionDays, rolledUpUntilMs } of await table.toPrune(own, includesOthers)) {
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
  if (includesOthers) await table.forget();
}
