import { Busy } from '../shared/errors.js';

interface FairQueueParts {
  /** Jobs that run at a time. */
  readonly concurrency: number;
  /** Jobs that may wait. */
  readonly waitingMax: number;
  /** What a refused caller is told to wait, in seconds. */
  readonly retrySeconds: number;
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: (reason: Busy) => void;
}

/**
 * Runs a bounded number of jobs at a time and lets a bounded number wait, each line in order and the lines in turn, so
 * that who sends many holds up nobody but himself (promise 7). When no more can wait, the newest of the longest line
 * gives way to a shorter one.
 */
export class FairQueue {
  /** By the caller's key, in the order of their turns. */
  readonly #lines = new Map<string, Waiting[]>();
  #running = 0;
  #waiting = 0;

  constructor(private readonly parts: FairQueueParts) {}

  /** Runs a job when it is its turn. @throws {Busy} when too many wait. */
  async run<T>(key: string, job: () => Promise<T>): Promise<T> {
    if (this.#running < this.parts.concurrency) this.#running += 1;
    else await this.#wait(key);
    try {
      return await job();
    } finally {
      this.#passOn();
    }
  }

  #wait(key: string): Promise<void> {
    const line = this.#lines.get(key) ?? [];
    if (this.#waiting >= this.parts.waitingMax) this.#makeRoom(line);
    return new Promise((start, refuse) => {
      line.push({ start, refuse });
      this.#lines.set(key, line);
      this.#waiting += 1;
    });
  }

  /** @throws {Busy} when the line that wants to grow would be among the longest. */
  #makeRoom(line: Waiting[]): void {
    const busy = new Busy(this.parts.retrySeconds);
    const longest = [...this.#lines.values()].reduce((a, b) => (b.length > a.length ? b : a), line);
    if (longest.length <= line.length + 1) throw busy;
    longest.pop()?.refuse(busy);
    this.#waiting -= 1;
  }

  /** The place goes to the first of the next line, or is given up. */
  #passOn(): void {
    const [next] = this.#lines;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [key, line] = next;
    // The line goes to the end of the lines.
    this.#lines.delete(key);
    const first = line.shift();
    if (line.length > 0) this.#lines.set(key, line);
    this.#waiting -= 1;
    first?.start();
  }
}
