import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Stop } from '../../../src/shared/time/clock.js';

interface Timer {
  /** Interval of a recurring timer; undefined for a timer that runs once. */
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

/** A clock that stays at the same time until moved; tasks that become due on the way run at their own time. */
export class FakeClock implements Clock {
  readonly #timers = new Set<Timer>();
  #now: number;
  /** Offset of the wall clock from the time that has actually passed. */
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

  /** Sets the wall clock without letting time pass, as an administrator or a time server does. */
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

  /** Resolves immediately, since the clock is stopped and waiting would take forever. */
  async wait(_milliseconds: number): Promise<void> {}

  /** Number of timers that have been started but neither stopped nor run for the last time. */
  get running(): number {
    return this.#timers.size;
  }

  /** Advances the clock. Due tasks run in order, and each one's asynchronous work finishes before the next begins. */
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
   * Gives work with this deadline, e.g. a request, some real time, since this clock would otherwise abort it after a
   * few milliseconds. @returns whether the work ended in time.
   */
  async #endsBefore(deadline: Timer): Promise<boolean> {
    for (let waitedMs = 0; this.#timers.has(deadline) && waitedMs < DEADLINE_MS; waitedMs += 5) await sleep(5);
    return !this.#timers.has(deadline);
  }

  /** Advances the clock as if the machine had slept: tasks that came due run once, at the end. */
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
