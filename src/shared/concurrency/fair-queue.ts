import { Busy } from '../errors/errors.js';
import { HierarchicalQueue, type QueuePath } from './hierarchical-queue.js';

interface FairQueueDeps {
  /** Jobs that run at a time. */
  readonly concurrency: number;
  /** Jobs that may wait. */
  readonly waitingMax: number;
  /** Seconds after which a rejected caller may try again. */
  readonly retrySeconds: number;
}

interface WaitingJob {
  readonly start: () => void;
  readonly reject: (reason: Busy) => void;
}

/**
 * Runs a bounded number of jobs at a time and lets a bounded number wait. Callers take turns by their paths: users, or
 * networks, the widest first and then those within it, so that a client that sends many jobs delays only itself, even from
 * many addresses (promises 7, 44). When the queue is full and a job arrives from a group with fewer waiting jobs, the
 * newest job of the group with the most is dropped.
 */
export class FairQueue {
  readonly #waiting = new HierarchicalQueue<WaitingJob>();
  #running = 0;

  constructor(private readonly deps: FairQueueDeps) {}

  /**
   * Runs a job when it is its turn.
   *
   * @throws {Busy} when the queue is full: at once, or later, when the job is dropped in favour of another group.
   */
  async run<T>(path: QueuePath, job: () => Promise<T>): Promise<T> {
    if (this.#running < this.deps.concurrency) this.#running += 1;
    else await this.#wait(path);
    try {
      return await job();
    } finally {
      this.#startNext();
    }
  }

  #wait(path: QueuePath): Promise<void> {
    if (this.#waiting.size >= this.deps.waitingMax) this.#makeRoom(path);
    return new Promise((start, reject) => this.#waiting.enqueue(path, { start, reject }));
  }

  /** @throws {Busy} when no waiting job may be dropped for the new one. */
  #makeRoom(path: QueuePath): void {
    const busy = new Busy(this.deps.retrySeconds);
    const dropped = this.#waiting.dropFor(path);
    if (!dropped) throw busy;
    dropped.reject(busy);
  }

  /** Hands the slot of a finished job to the next one, or frees it. */
  #startNext(): void {
    const next = this.#waiting.dequeue();
    if (next) next.start();
    else this.#running -= 1;
  }
}
