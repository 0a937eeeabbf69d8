import type { HostReading } from '../../host/host-metrics.js';

interface SentMemory {
  /** Bytes by state. */
  readonly states: ReadonlyMap<string, number> | undefined;
  readonly limit: number | undefined;
  /** The kernel's estimate of what programs can still get. */
  readonly available: number | undefined;
}

type MemoryReading = Pick<HostReading, 'ramTotalBytes' | 'ramAvailableBytes'>;

const UNKNOWN: MemoryReading = { ramTotalBytes: null, ramAvailableBytes: null };

/** States that add up to the whole memory; the collector counts parts of them again under further names. */
const WHOLE = ['used', 'free', 'buffers', 'buffered', 'cached', 'inactive'] as const;

/**
 * Returns the memory and the part of it that programs can still get. Caches count as available, as for other hosts:
 * what senders call used does not include them.
 */
export function memoryOf({ states, limit, available }: SentMemory): MemoryReading {
  const used = states?.get('used');
  const estimate = available ?? states?.get('available');
  const total = limit ?? totalOf(states);
  const found = estimate ?? (used === undefined || total === undefined ? undefined : total - used);
  if (total === undefined || found === undefined || total <= 0 || total > Number.MAX_SAFE_INTEGER) return UNKNOWN;
  return { ramTotalBytes: total, ramAvailableBytes: Math.min(total, Math.max(0, found)) };
}

function totalOf(states: SentMemory['states']): number | undefined {
  const used = states?.get('used');
  if (!states || used === undefined) return undefined;
  const available = states.get('available');
  if (available !== undefined) return used + available;
  return states.get('total') ?? WHOLE.reduce((total, state) => total + (states.get(state) ?? 0), 0);
}
