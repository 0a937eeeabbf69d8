import { uptime } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** Stops a timer started by {@link Clock.every} or {@link Clock.after}. Calling it twice is harmless. */
export type Stop = () => void;

/** The service's source of time: the machine or the database. Tests use a clock that they advance themselves. */
export interface Clock {
  now(): Date;
  /**
   * Returns a past wall-clock time plus the time that has actually passed since, including time the machine was asleep.
   * Setting the wall clock does not change it.
   */
  steady(): Date;
  /** Runs `task` once per `milliseconds`, without drift, until stopped. */
  every(milliseconds: number, task: () => void): Stop;
  /** Runs `task` once after `milliseconds`, unless stopped before then. Used for deadlines. */
  after(milliseconds: number, task: () => void): Stop;
  wait(milliseconds: number): Promise<void>;
}

/** Shorter sleep is not detected. */
const SLEEP_MS = 1000;

/** Interval for detecting sleep that the wall clock hides because it was set back by the same amount. */
const LOOK_EVERY_MS = 10_000;

/** Independent sources of time; see {@link elapsedFrom}. */
interface PassingTime {
  /** Precise, but stops while the machine sleeps. */
  readonly awakeMs: () => number;
  /** Continues while the machine sleeps, but may be coarse. */
  readonly uptimeSeconds: () => number;
  /** Continues while the machine sleeps, but jumps when the clock is set. */
  readonly wallMs: () => number;
}

/**
 * Returns a function that measures the milliseconds since the machine started, including sleep, as precisely as
 * `awakeMs`. It reads the system's uptime, which opens a file, only when the wall clock suggests that the machine may
 * have slept, and every {@link LOOK_EVERY_MS}. See {@link elapsedMs}.
 */
export function elapsedFrom({ awakeMs, uptimeSeconds, wallMs }: PassingTime): () => number {
  const notCounted = () => uptimeSeconds() * 1000 - awakeMs();
  let asleepMs = notCounted();
  let wallAheadMs = wallMs() - awakeMs();
  let lookAtMs = awakeMs() + LOOK_EVERY_MS;
  return () => {
    const nowMs = awakeMs();
    const newWallAheadMs = wallMs() - nowMs;
    if (nowMs >= lookAtMs || Math.abs(newWallAheadMs - wallAheadMs) > SLEEP_MS / 2) {
      lookAtMs = nowMs + LOOK_EVERY_MS;
      wallAheadMs = newWallAheadMs;
      const newAsleepMs = notCounted();
      if (Math.abs(newAsleepMs - asleepMs) > SLEEP_MS) asleepMs = newAsleepMs;
    }
    return nowMs + asleepMs;
  };
}

/** Returns the milliseconds since the machine started, including sleep. Setting a clock does not change it. */
export const elapsedMs = elapsedFrom({
  awakeMs: () => performance.now(),
  uptimeSeconds: uptime,
  wallMs: () => Date.now(),
});

const BEGIN_MS = Date.now() - elapsedMs();

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  steady: () => new Date(BEGIN_MS + elapsedMs()),
  every(milliseconds, task) {
    const timer = setInterval(task, milliseconds);
    timer.unref();
    return () => clearInterval(timer);
  },
  after(milliseconds, task) {
    const timer = setTimeout(task, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
  wait: (milliseconds) => wait(milliseconds),
};
