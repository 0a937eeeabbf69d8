import { uptime } from 'node:os';
import { setTimeout } from 'node:timers/promises';

/** Ends a repetition started by {@link Clock.every}. Calling it twice is harmless. */
export type Stop = () => void;

/** Time as the service sees it. Tests hand in one that they move themselves. */
export interface Clock {
  /** The current wall-clock time. */
  now(): Date;
  /**
   * The wall-clock time when the process began plus the time that has really passed since, sleep of the machine
   * included: setting the wall clock does not change it.
   */
  steady(): Date;
  /** Runs `task` once per `milliseconds`, without drift, until stopped. */
  every(milliseconds: number, task: () => void): Stop;
  /** Resolves after `milliseconds`. */
  wait(milliseconds: number): Promise<void>;
}

const BEGIN_MS = Date.now() - uptime() * 1000;

/** The clock of the machine. Its repetitions do not keep the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  steady: () => new Date(BEGIN_MS + uptime() * 1000),
  every(milliseconds, task) {
    const timer = setInterval(task, milliseconds);
    timer.unref();
    return () => clearInterval(timer);
  },
  wait: (milliseconds) => setTimeout(milliseconds),
};
