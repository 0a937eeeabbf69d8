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

/** Sleep of the machine that is shorter is not noticed. */
const SLEEP_MS = 1000;

/** How often to look for sleep that the wall clock does not show, because it was set back by as much. */
const LOOK_EVERY_MS = 10_000;

/** Sources of time that passes, however clocks are set. */
interface PassingTime {
  /** Fine, and stands still while the machine sleeps. */
  readonly awakeMs: () => number;
  /** Goes on while the machine sleeps, and may be coarse. */
  readonly uptimeSeconds: () => number;
  /** Goes on while the machine sleeps, and jumps when it is set. */
  readonly wallMs: () => number;
}

/**
 * Milliseconds since the machine was started, sleep included, as fine as `awakeMs`. The system is asked for its uptime, which
 * opens a file, only when the wall clock shows that the machine may have slept. See {@link elapsedMs}.
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

/** Milliseconds since the machine was started, sleep included. Setting a clock does not change it. */
export const elapsedMs = elapsedFrom({
  awakeMs: () => performance.now(),
  uptimeSeconds: uptime,
  wallMs: () => Date.now(),
});

const BEGIN_MS = Date.now() - elapsedMs();

/** The clock of the machine. Its timers do not keep the process alive. */
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
