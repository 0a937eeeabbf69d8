import { AWAY_AFTER_MS } from '../storage/host-table.js';
import type { HostState } from './host-states.js';

/** Number of intervals without a sample after which a host is late. */
const LATE_INTERVALS = 3;

/** Minimum time before a host is late, since a sample may take a second or two to reach the node that is queried. */
const LATE_AFTER_MIN_MS = 5000;

interface Seen {
  readonly isRetired: boolean;
  readonly intervalMs: number;
  /** When its newest sample arrived; undefined if there has been none. */
  readonly seenAt: Date | undefined;
}

export function computeHostState({ isRetired, intervalMs, seenAt }: Seen, now: Date): HostState {
  if (isRetired) return 'RETIRED';
  if (!seenAt) return 'WAITING';
  const silentMs = now.getTime() - seenAt.getTime();
  const lateMs = Math.max(LATE_AFTER_MIN_MS, LATE_INTERVALS * intervalMs);
  if (silentMs > Math.max(AWAY_AFTER_MS, lateMs)) return 'AWAY';
  return silentMs > lateMs ? 'LATE' : 'LIVE';
}
