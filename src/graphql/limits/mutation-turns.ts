import { FairQueue } from '../../shared/concurrency/fair-queue.js';
import type { QueuePath } from '../../shared/concurrency/hierarchical-queue.js';
import type { GraphQLContext } from '../context.js';
import { type ExecutionQueue, guestPath, userPath } from './execution-queue.js';

/**
 * Mutations of one account, or of all guests of a room together, that are executed at a time. Two, so that one that waits
 * for another service, as the test of a channel does, does not hold up what its owner does meanwhile.
 */
export const MUTATIONS_AT_A_TIME = 2;

/** Further mutations of theirs that may wait. */
export const MUTATIONS_WAITING = 100;

const RETRY_SECONDS = 5;

interface Turns {
  readonly queue: FairQueue;
  /** Mutations that wait or are executed; the queue is forgotten with the last. */
  count: number;
}

/**
 * Lets the mutations of one account wait for each other before they take a connection to the database: they change the same
 * rows, and each that waits for a lock would keep one of few connections from everybody else (promise 53).
 */
export class MutationTurns {
  readonly #turns = new Map<string, Turns>();

  constructor(private readonly executionQueue: ExecutionQueue) {}

  /**
   * Executes a mutation when it is the turn of its caller; at once where nobody is known, as limits by network apply there.
   *
   * @throws {Busy} when too many of the caller wait already.
   */
  async run<T>(context: GraphQLContext, execute: () => Promise<T>): Promise<T> {
    const caller = await pathOf(context);
    return caller ? this.#runInTurn(caller, execute) : execute();
  }

  async #runInTurn<T>(caller: QueuePath, execute: () => Promise<T>): Promise<T> {
    const [kind, id, ...within] = caller;
    const key = `${kind} ${id}`;
    const turns = this.#turns.get(key) ?? { queue: newQueue(), count: 0 };
    this.#turns.set(key, turns);
    turns.count += 1;
    let hasWaited = false;
    try {
      const done = turns.queue.run(within, async () => {
        // Its slice of the event loop was over long ago.
        if (hasWaited) await this.executionQueue.turn(caller);
        return execute();
      });
      hasWaited = true;
      return await done;
    } finally {
      turns.count -= 1;
      if (turns.count === 0) this.#turns.delete(key);
    }
  }
}

function newQueue(): FairQueue {
  return new FairQueue({
    concurrency: MUTATIONS_AT_A_TIME,
    waitingMax: MUTATIONS_WAITING,
    retrySeconds: RETRY_SECONDS,
  });
}

async function pathOf(context: GraphQLContext): Promise<QueuePath | undefined> {
  const viewer = await context.viewer();
  if (viewer) return userPath(viewer);
  const guest = await context.guest();
  return guest ? guestPath(guest) : undefined;
}
