import { uptime } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** Ends what {@link Clock.every} or {@link Clock.after} has started. Calling it twice is harmless. */
export type Stop = () => void;

/** Time as the service sees it: that of its machine, or of the database. Tests hand in one that they move themselves. */
export interface Clock {
  /** The current wall-clock time. */
  now(): Date;
  /**
   * A wall-clock time of the past plus the time that has really passed since, sleep of the machine included: setting the
   * wall clock does not change it.
   */
  steady(): Date;
  /** Runs `task` once per `milliseconds`, without drift, until stopped. */
  every(milliseconds: number, task: () => void): Stop;
  /** Runs `task` once `milliseconds` have passed, unless stopped before: the deadline of something. */
  after(milliseconds: number, task: () => void): Stop;
  /** Resolves after `milliseconds`. */
  wait(milliseconds: number): Promise<void>;
}

const BEGIN_MS = Date.now() - uptime() * 1000;

/** The clock of the machine. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  steady: () => new Date(BEGIN_MS + uptime() * 1000),
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

/** Sleep of the machine that is shorter is not noticed. */
const SLEEP_MS = 1000;

/** How often to look for sleep: asking the system costs some microseconds. */
const LOOK_EVERY_MS = 100;

/** Sources of time that passes, however clocks are set. */
interface PassingTime {
  /** Fine, and stands still while the machine sleeps. */
  readonly awakeMs: () => number;
  /** Goes on while the machine sleeps, and may be coarse. */
  readonly uptimeSeconds: () => number;
}

/** Milliseconds since the machine was started, sleep included, as fine as `awakeMs`. See {@link elapsedMs}. */
export function elapsedFrom({ awakeMs, uptimeSeconds }: PassingTime): () => number {
  const notCounted = () => uptimeSeconds() * 1000 - awakeMs();
  let asleepMs = notCounted();
  let lookAtMs = 0;
  return () => {
    const nowMs = awakeMs();
    if (nowMs >= lookAtMs) {
      lookAtMs = nowMs + LOOK_EVERY_MS;
      const newAsleepMs = notCounted();
      if (Math.abs(newAsleepMs - asleepMs) > SLEEP_MS) asleepMs = newAsleepMs;
    }
    return nowMs + asleepMs;
  };
}

/** Milliseconds since the machine was started, sleep included. Setting a clock does not change it. */
export const elapsedMs = elapsedFrom({ awakeMs: () => performance.now(), uptimeSeconds: uptime });
