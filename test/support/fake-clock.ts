import type { Clock, Stop } from '../../src/shared/clock.js';

interface Repetition {
  readonly everyMs: number;
  readonly task: () => void;
  dueAt: number;
}

interface Amount {
  readonly minutes?: number;
  readonly seconds?: number;
  readonly ms?: number;
}

/** A clock that stands still until it is moved; what is due on the way runs at its own time. */
export class FakeClock implements Clock {
  readonly #repetitions = new Set<Repetition>();
  #now: number;
  /** How far the wall clock has been set from the time that really passes. */
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

  /** Sets the wall clock, as an administrator or a time server does: no time passes. */
  setBy({ minutes }: { minutes: number }): void {
    this.#setByMs += minutes * 60_000;
  }

  every(milliseconds: number, task: () => void): Stop {
    const repetition = { everyMs: milliseconds, task, dueAt: this.#now + milliseconds };
    this.#repetitions.add(repetition);
    return () => this.#repetitions.delete(repetition);
  }

  /** Resolves at once: the clock stands still, so waiting would take for ever. */
  async wait(_milliseconds: number): Promise<void> {}

  /** How many repetitions have been started and not stopped. */
  get running(): number {
    return this.#repetitions.size;
  }

  /** Moves on. Tasks that are due run in their order; what they start asynchronously is left to finish before the next. */
  async advance(amount: Amount): Promise<void> {
    const target = this.#now + millisecondsOf(amount);
    for (let due = this.#next(target); due; due = this.#next(target)) {
      this.#now = due.dueAt;
      due.dueAt += due.everyMs;
      due.task();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#now = target;
  }

  /** As when the machine sleeps: the time passes, and what was due runs once at the end. */
  async sleep(amount: Amount): Promise<void> {
    const wakeAt = this.#now + millisecondsOf(amount);
    for (const repetition of this.#repetitions) repetition.dueAt = Math.max(repetition.dueAt, wakeAt);
    await this.advance({ ms: wakeAt - this.#now });
  }

  #next(target: number): Repetition | undefined {
    const [first] = [...this.#repetitions].sort((a, b) => a.dueAt - b.dueAt);
    return first && first.dueAt <= target ? first : undefined;
  }
}

function millisecondsOf({ minutes = 0, seconds = 0, ms = 0 }: Amount): number {
  return (minutes * 60 + seconds) * 1000 + ms;
}
