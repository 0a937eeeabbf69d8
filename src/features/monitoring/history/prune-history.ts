import type { Clock } from '../../../shared/time/clock.js';
import { Resolution } from './resolution.js';

/**
 * Number of chunks deleted per statement, and the pause between statements that keeps other writes from waiting long.
 */
const BATCH = 200;
const PAUSE_MS = 50;

interface PruningDeps {
  readonly clock: Pick<Clock, 'wait'>;
  /** Start of a resolution's retention period. */
  readonly oldestMs: (resolution: Resolution) => number;
  /** Deletes at most `limit` chunks that end before `beforeMs`; resolves to the number of chunks deleted. */
  readonly prune: (resolution: Resolution, beforeMs: number, limit: number) => Promise<number>;
}

/** Deletes a host's chunks whose retention has ended, in small batches. */
export async function pruneHistory({ clock, oldestMs, prune }: PruningDeps): Promise<void> {
  for (const resolution of [Resolution.SAMPLES, Resolution.MINUTES, Resolution.HOURS]) {
    while ((await prune(resolution, oldestMs(resolution), BATCH)) > 0) await clock.wait(PAUSE_MS);
  }
}
