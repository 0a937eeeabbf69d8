import { MINUTE_MS } from '../history/chunk-table.js';
import type { StoredSample } from '../history/stored-sample.js';
import { SAMPLES_OF_MINUTE_MAX } from './protocol/minute-data.js';

/** Whether the samples all belong to the minute and are in order. */
export function isMinute(startMs: number, samples: readonly StoredSample[]): boolean {
  if (!Number.isSafeInteger(startMs) || startMs < 0 || startMs % MINUTE_MS !== 0) return false;
  if (samples.length === 0 || samples.length > SAMPLES_OF_MINUTE_MAX) return false;
  let beforeMs = startMs - 1;
  for (const { atMs } of samples) {
    if (!Number.isSafeInteger(atMs) || atMs <= beforeMs || atMs >= startMs + MINUTE_MS) return false;
    beforeMs = atMs;
  }
  return true;
}
