import { setTimeout } from 'node:timers/promises';

/** Ends a repetition started by {@link Clock.every}. Calling it twice is harmless. */
export type Stop = () => void;

/** Time as the service sees it. Tests hand in one that they move themselves. */
export interface Clock {
  /** The current wall-clock time. */
  now(): Date;
  /** Runs `task` once per `milliseconds`, without drift, until stopped. */
  every(milliseconds: number, task: () => void): Stop;
  /** Resolves after `milliseconds`. */
  wait(milliseconds: number): Promise<void>;
}

/** The clock of the machine. Its repetitions do not keep the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  every(milliseconds, task) {
    const timer = setInterval(task, milliseconds);
    timer.unref();
    return () => clearInterval(timer);
  },
  wait: (milliseconds) => setTimeout(milliseconds),
};
