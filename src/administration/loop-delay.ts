import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Clock, Stop } from '../shared/clock.js';

/** How long work that was due had to wait for its turn, in ms. */
export interface LoopDelays {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Coarse, so that an idle service stays idle: 30 ms of processor time a minute. A stall is measured up to this much short. */
const RESOLUTION_MS = 100;
const MINUTE_MS = 60_000;
const NS_PER_MS = 1e6;

/** The times from one turn to the next, in ns, as Node measures them. */
type Turns = Pick<
  ReturnType<typeof monitorEventLoopDelay>,
  'enable' | 'disable' | 'reset' | 'percentile' | 'max' | 'count'
>;

/** Measures the delay of the event loop: the worst of the current minute and the one before. */
export class LoopDelay {
  #before: LoopDelays | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly histogram: Turns = monitorEventLoopDelay({ resolution: RESOLUTION_MS }),
  ) {}

  /** Begins to watch. @returns what ends it. */
  start(): Stop {
    this.histogram.enable();
    const stop = this.clock.every(MINUTE_MS, () => {
      this.#before = this.#figures();
      this.histogram.reset();
    });
    return () => {
      stop();
      this.histogram.disable();
    };
  }

  /** Zeros as long as nothing was watched. */
  read(): LoopDelays {
    const now = this.#figures();
    const before = this.#before ?? now;
    const worse = (name: keyof LoopDelays) => Math.max(now[name], before[name]);
    return { p50: worse('p50'), p99: worse('p99'), max: worse('max') };
  }

  #figures(): LoopDelays {
    const { histogram } = this;
    if (histogram.count === 0) return { p50: 0, p99: 0, max: 0 };
    return {
      p50: delay(histogram.percentile(50)),
      p99: delay(histogram.percentile(99)),
      max: delay(histogram.max),
    };
  }
}

/** What is measured is the time from one turn to the next. */
function delay(nanoseconds: number): number {
  return Math.max(0, Math.round((nanoseconds / NS_PER_MS - RESOLUTION_MS) * 10) / 10);
}
