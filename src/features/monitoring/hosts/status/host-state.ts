import { AWAY_AFTER_MS } from '../storage/host-table.js';
import type { HostState } from './host-states.js';

/** A host without a sample for so many intervals is late. */
const LATE_INTERVALS = 3;

interface Seen {
  readonly isRetired: boolean;
  readonly intervalMs: number;
  /** When its newest sample arrived; undefined when there has been none. */
  readonly seenAt: Date | undefined;
}

/** How a host is at a time. */
export function hostStateOf({ isRetired, intervalMs, seenAt }: Seen, now: Date): HostState {
  if (isRetired) return 'RETIRED';
  if (!seenAt) return 'AWAY';
  const silentMs = now.getTime() - seenAt.getTime();
  const lateMs = LATE_INTERVALS * intervalMs;
  if (silentMs > Math.max(AWAY_AFTER_MS, lateMs)) return 'AWAY';
  return silentMs > lateMs ? 'LATE' : 'LIVE';
}
