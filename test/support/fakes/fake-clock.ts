import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Stop } from '../../../src/shared/time/clock.js';

interface Timer {
  /** Undefined for a timer that runs once. */
  readonly everyMs: number | undefined;
  readonly task: () => void;
  dueAt: number;
}

/** Real time granted to work with a deadline. */
const DEADLINE_MS = 3000;

interface Amount {
  readonly minutes?: number;
  readonly seconds?: number;
  readonly ms?: number;
}

/** A clock that stands still until moved; tasks due on the way run at their own time. */
export class FakeClock implements Clock {
  readonly #timers = new Set<Timer>();
  #now: number;
  /** Offset of the wall clock from the time that really passes. */
  #setByMs = 0;

  constructor(start = new Date('2026-01-02T03:04:05.678Z')) {
    this.#now = start.getTime();
  }

  now(): Date {
    return new Date(this.#now + this.#setByMs);
  }

  steady(): Date {
    return new Date(this.#now);
  }

  /** Sets the wall clock without letting time pass, like an administrator or a time server. */
  setBy({ minutes }: { minutes: number }): void {
    this.#setByMs += minutes * 60_000;
  }

  every(milliseconds: number, task: () => void): Stop {
    return this.#add({ everyMs: milliseconds, task, dueAt: this.#now + milliseconds });
  }

  after(milliseconds: number, task: () => void): Stop {
    return this.#add({ everyMs: undefined, task, dueAt: this.#now + milliseconds });
  }

  #add(timer: Timer): Stop {
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Resolves immediately: the clock stands still, so waiting would take for ever. */
  async wait(_milliseconds: number): Promise<void> {}

  /** Number of timers that were started, and neither stopped nor run for the last time. */
  get running(): number {
    return this.#timers.size;
  }

  /** Moves the clock on. Due tasks run in order, each with its asynchronous work finished before the next. */
  async advance(amount: Amount): Promise<void> {
    const target = this.#now + millisecondsOf(amount);
    for (let due = this.#next(target); due; due = this.#next(target)) {
      if (due.everyMs === undefined && (await this.#endsBefore(due))) continue;
      this.#now = due.dueAt;
      if (due.everyMs === undefined) this.#timers.delete(due);
      else due.dueAt += due.everyMs;
      due.task();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#now = target;
  }

  /**
   * Gives real time to work with this deadline, for example a request: by this clock alone it would be aborted after a
   * few milliseconds. @returns whether it ended.
   */
  async #endsBefore(deadline: Timer): Promise<boolean> {
    for (let waitedMs = 0; this.#timers.has(deadline) && waitedMs < DEADLINE_MS; waitedMs += 5) await sleep(5);
    return !this.#timers.has(deadline);
  }

  /** Like a sleeping machine: the time passes, and tasks that came due run once at the end. */
  async sleep(amount: Amount): Promise<void> {
    const wakeAt = this.#now + millisecondsOf(amount);
    for (const timer of this.#timers) timer.dueAt = Math.max(timer.dueAt, wakeAt);
    await this.advance({ ms: wakeAt - this.#now });
  }

  #next(target: number): Timer | undefined {
    const [first] = [...this.#timers].sort((a, b) => a.dueAt - b.dueAt);
    return first && first.dueAt <= target ? first : undefined;
  }
}

function millisecondsOf({ minutes = 0, seconds = 0, ms = 0 }: Amount): number {
  return (minutes * 60 + seconds) * 1000 + ms;
}
