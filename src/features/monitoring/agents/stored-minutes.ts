import { growingCache } from '../../../shared/growing-cache.js';
import { MINUTE_MS } from '../history/chunk-table.js';

const HOSTS_MAX = 1000;

/** Ring size: more than the minutes between the oldest and the newest that an agent may send. */
const MINUTES = 1536;

function slotOf(startMs: number): number {
  return (startMs / MINUTE_MS) % MINUTES;
}

/** Remembers which minutes of each host are stored, so that a resent one needs no transaction. */
export class StoredMinutes {
  /** A ring per host: each slot holds the last minute stored there, as the time of its newest sample. */
  readonly #rings = growingCache<number, Float64Array>(HOSTS_MAX);

  /** Whether a minute is stored up to its sample at `newestMs`. */
  has(host: number, startMs: number, newestMs: number): boolean {
    const storedMs = this.#rings.get(host)?.[slotOf(startMs)] ?? 0;
    return storedMs >= newestMs && storedMs < startMs + MINUTE_MS;
  }

  add(host: number, startMs: number, newestMs: number): void {
    const ring = this.#rings.get(host) ?? new Float64Array(MINUTES);
    ring[slotOf(startMs)] = newestMs;
    this.#rings.set(host, ring);
  }
}
