import type { Clock } from '../../../../shared/time/clock.js';
import { type HostChunks, oldestStoredMs, type ReadableHistory, readHistory } from '../../history/history-reading.js';
import type { HostSettings } from './host-record.js';

interface StoredHistoryDeps {
  readonly number: number;
  readonly readSettings: () => Promise<HostSettings>;
  readonly clock: Pick<Clock, 'now'>;
  readonly chunks: HostChunks;
}

/** Returns the history of a host. */
export function storedHistory({ number, readSettings, clock, chunks }: StoredHistoryDeps): ReadableHistory {
  return {
    async read(range) {
      const { intervalMs, retentionDays } = await readSettings();
      const now = clock.now();
      return readHistory(range, {
        intervalMs,
        oldestMs: (resolution) => oldestStoredMs(now, retentionDays, resolution),
        read: (resolution) => chunks.read(number, resolution, range.fromMs, range.toMs),
      });
    },
  };
}
