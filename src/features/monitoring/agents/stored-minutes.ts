import { growingCache } from '../../../shared/growing-cache.js';
import { MINUTE_MS } from '../history/chunk-table.js';

const HOSTS_MAX = 1000;

/** Ring size: more than the number of minutes between the oldest and the newest that an agent may send. */
const MINUTES = 1536;

function slotOf(startMs: number): number {
  return (startMs / MINUTE_MS) % MINUTES;
}

/** Remembers which minutes of each host are stored, so that a resent one doesn't need a transaction. */
export class StoredMinutes {
  /** A ring per host. Each slot identifies the last minute stored there by the time of its newest sample. */
  readonly #rings = growingCache<number, Float64Array>(HOSTS_MAX);

  /** Whether a minute is stored up to and including its sample at `newestMs`. */
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
