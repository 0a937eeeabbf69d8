import { Busy } from '../../shared/errors.js';
import { HierarchicalQueue, type QueuePath } from '../../shared/hierarchical-queue.js';

interface FairQueueDeps {
  /** Jobs that run at a time. */
  readonly concurrency: number;
  /** Jobs that may wait. */
  readonly waitingMax: number;
  /** What a refused caller is told to wait, in seconds. */
  readonly retrySeconds: number;
}

interface WaitingJob {
  readonly start: () => void;
  readonly reject: (reason: Busy) => void;
}

/**
 * Runs a bounded number of jobs at a time and lets a bounded number wait. Networks take turns, the widest first and then
 * those within, so that who sends many jobs holds up nobody but himself, from however many addresses they come
 * (promises 7, 44). When no more can wait, the newest job of the network with most of them gives way to a network with
 * fewer.
 */
export class FairQueue {
  readonly #waiting = new HierarchicalQueue<WaitingJob>();
  #running = 0;

  constructor(private readonly deps: FairQueueDeps) {}

  /**
   * Runs a job when it is its turn.
   *
   * @throws {Busy} when too many wait, at once or later, when others come whose network has fewer.
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

  /** @throws {Busy} when nobody has to give way to the newcomer. */
  #makeRoom(path: QueuePath): void {
    const busy = new Busy(this.deps.retrySeconds);
    const dropped = this.#waiting.dropFor(path);
    if (!dropped) throw busy;
    dropped.reject(busy);
  }

  /** The slot goes to the job whose turn it is, or becomes free. */
  #startNext(): void {
    const next = this.#waiting.dequeue();
    if (next) next.start();
    else this.#running -= 1;
  }
}
