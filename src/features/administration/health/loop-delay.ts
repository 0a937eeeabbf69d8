import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Clock, Stop } from '../../../shared/time/clock.js';

/** Durations of event loop turns in ms. A long turn delays work that is due. */
export interface LoopDelays {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/**
 * Timer interval for older versions of Node, which measure the time between two runs of a timer instead of turns. It is
 * this long so that an idle service stays idle; stalls are underestimated by up to as much.
 */
const TIMER_MS = 100;

/**
 * A minimum below this value shows that Node measures turns: every minute has at least one short turn, whereas a timer
 * hardly ever runs early.
 */
const TIMER_MIN_MS = 0.9 * TIMER_MS;

const MINUTE_MS = 60_000;
const NS_PER_MS = 1e6;

/** Times measured by Node, in ns. */
type Turns = Pick<
  ReturnType<typeof monitorEventLoopDelay>,
  'enable' | 'disable' | 'reset' | 'percentile' | 'min' | 'max' | 'count'
>;

/** Measures the delay of the event loop. Reports the worse of the current minute and the previous one. */
export class LoopDelay {
  #before: LoopDelays | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly histogram: Turns = monitorEventLoopDelay({ samplePerIteration: true, resolution: TIMER_MS }),
  ) {}

  /** Starts measuring. @returns a function that stops it. */
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

  /** Returns the delays; zeros until something has been measured. */
  read(): LoopDelays {
    const now = this.#figures();
    const before = this.#before ?? now;
    const worse = (name: keyof LoopDelays) => Math.max(now[name], before[name]);
    return { p50: worse('p50'), p99: worse('p99'), max: worse('max') };
  }

  #figures(): LoopDelays {
    const { histogram } = this;
    if (histogram.count === 0) return { p50: 0, p99: 0, max: 0 };
    const takenOffMs = histogram.min / NS_PER_MS < TIMER_MIN_MS ? 0 : TIMER_MS;
    const delay = (nanoseconds: number) => Math.max(0, Math.round((nanoseconds / NS_PER_MS - takenOffMs) * 10) / 10);
    return {
      p50: delay(histogram.percentile(50)),
      p99: delay(histogram.percentile(99)),
      max: delay(histogram.max),
    };
  }
}
