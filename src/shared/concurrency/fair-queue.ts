import { Busy } from '../errors/errors.js';
import { HierarchicalQueue, type QueuePath } from './hierarchical-queue.js';

interface FairQueueDeps {
  readonly concurrency: number;
  readonly waitingMax: number;
  readonly retrySeconds: number;
}

interface WaitingJob {
  readonly start: () => void;
  readonly reject: (reason: Busy) => void;
}

/**
 * Runs a limited number of jobs concurrently, with a limited number waiting. Callers take turns by path (users, or
 * networks from the widest inwards), so a client that sends many jobs delays only itself, even from many addresses
 * (promises 7, 44). When the queue is full and a job arrives from a group with fewer waiting jobs, the newest job of
 * the group with the most is dropped.
 */
export class FairQueue {
  readonly #waiting = new HierarchicalQueue<WaitingJob>();
  #running = 0;

  constructor(private readonly deps: FairQueueDeps) {}

  /**
   * Runs a job when its turn comes.
   *
   * @throws {Busy} when the queue is full: immediately, or later if the job is dropped in favour of another group.
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

  /** Passes the slot of a finished job to the next one, or frees it. */
  #startNext(): void {
    const next = this.#waiting.dequeue();
    if (next) next.start();
    else this.#running -= 1;
  }
}
