import type { Clock } from '../../../shared/time/clock.js';
import { Resolution } from './metrics-chunk.entity.js';

/** Chunks deleted in one statement, and the pause before the next, so that no other write waits for long. */
const BATCH = 200;
const PAUSE_MS = 50;

interface PruningDeps {
  readonly clock: Pick<Clock, 'wait'>;
  /** Since when a resolution is to be kept. */
  readonly oldestMs: (resolution: Resolution) => number;
  /** Deletes at most `limit` chunks that end before `beforeMs`, and resolves to how many it has deleted. */
  readonly prune: (resolution: Resolution, beforeMs: number, limit: number) => Promise<number>;
}

/** Deletes the chunks of a host that are older than their retention, in small batches. */
export async function pruneHistory({ clock, oldestMs, prune }: PruningDeps): Promise<void> {
  for (const resolution of [Resolution.SAMPLES, Resolution.MINUTES, Resolution.HOURS]) {
    while ((await prune(resolution, oldestMs(resolution), BATCH)) > 0) await clock.wait(PAUSE_MS);
  }
}
