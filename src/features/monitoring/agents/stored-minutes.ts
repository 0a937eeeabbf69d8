import { growingCache } from '../../../shared/growing-cache.js';
import { MINUTE_MS } from '../history/chunk-table.js';

const HOSTS_MAX = 1000;

/** Ring size: more than the minutes between the oldest and the newest that an agent may send. */
const MINUTES = 1536;

/** Remembers which minutes of each host are stored, so that a resent one needs no transaction. */
export class StoredMinutes {
  /** A ring per host: each slot holds the last minute stored there, counted since 1970. */
  readonly #rings = growingCache<number, Int32Array>(HOSTS_MAX);

  has(host: number, startMs: number): boolean {
    const minute = startMs / MINUTE_MS;
    return this.#rings.get(host)?.[minute % MINUTES] === minute;
  }

  add(host: number, startMs: number): void {
    const minute = startMs / MINUTE_MS;
    const ring = this.#rings.get(host) ?? new Int32Array(MINUTES);
    ring[minute % MINUTES] = minute;
    this.#rings.set(host, ring);
  }
}
