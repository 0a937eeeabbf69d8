import type { Traffic } from './proc-files.js';

interface Reading {
  readonly atMs: number;
  readonly counters: ReadonlyMap<string, Traffic>;
}

/** Converts growing counters into rates. */
export class TrafficMeter {
  #previous: Reading | undefined;

  /**
   * Returns the bytes per second since the previous call, summed over all counters; 0 on the first call. `atMs` is read
   * from a monotonic clock. A counter that is new or has been reset counts from the next call on.
   */
  rate(counters: ReadonlyMap<string, Traffic>, atMs: number): Traffic {
    const previous = this.#previous;
    this.#previous = { atMs, counters };
    const seconds = previous ? (atMs - previous.atMs) / 1000 : 0;
    if (!previous || seconds <= 0) return { inBytes: 0, outBytes: 0 };
    let inBytes = 0;
    let outBytes = 0;
    for (const [name, now] of counters) {
      const before = previous.counters.get(name);
      if (!before) continue;
      inBytes += Math.max(0, now.inBytes - before.inBytes);
      outBytes += Math.max(0, now.outBytes - before.outBytes);
    }
    return { inBytes: inBytes / seconds, outBytes: outBytes / seconds };
  }
}
