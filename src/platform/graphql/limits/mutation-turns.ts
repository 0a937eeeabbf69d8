import { FairQueue } from '../../../shared/concurrency/fair-queue.js';
import type { QueuePath } from '../../../shared/concurrency/hierarchical-queue.js';
import type { GraphQLContext } from '../context.js';
import { type ExecutionQueue, guestPath, userPath } from './execution-queue.js';

/**
 * Mutations of one account, or of all guests of a room together, that are executed at a time. Two, so that one that waits
 * for another service, as the test of a channel does, does not hold up what its owner does meanwhile.
 */
export const MUTATIONS_AT_A_TIME = 2;

/** Further mutations of an account that may wait, and of the guests of a room, who may all send an answer at once. */
export const MUTATIONS_WAITING = { users: 100, guests: 200 } as const;

const RETRY_SECONDS = 5;

/**
 * Which mutations wait for each other. By `ending` ones an owner ends what a thief has: no other mutation may hold them up
 * (`neverRefused`).
 */
export type MutationLane = 'ending' | 'other';

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
  async run<T>(context: GraphQLContext, lane: MutationLane, execute: () => Promise<T>): Promise<T> {
    const caller = await callerOf(context);
    return caller ? this.#runInTurn(caller, lane, execute) : execute();
  }

  async #runInTurn<T>({ kind, id, within, path }: Caller, lane: MutationLane, execute: () => Promise<T>): Promise<T> {
    const key = `${lane} ${kind} ${id}`;
    const turns = this.#turns.get(key) ?? { queue: newQueue(kind), count: 0 };
    this.#turns.set(key, turns);
    turns.count += 1;
    let hasWaited = false;
    try {
      const done = turns.queue.run([within], async () => {
        // Its slice of the event loop was over long ago.
        if (hasWaited) await this.executionQueue.turn(path);
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

function newQueue(kind: Caller['kind']): FairQueue {
  return new FairQueue({
    concurrency: MUTATIONS_AT_A_TIME,
    waitingMax: MUTATIONS_WAITING[kind],
    retrySeconds: RETRY_SECONDS,
  });
}

/** Whose mutations wait for each other, and who takes turns among them. */
interface Caller {
  readonly kind: keyof typeof MUTATIONS_WAITING;
  readonly id: number;
  /** A session, the tokens of an account, or a guest: none keeps the others of its account or room waiting. */
  readonly within: string;
  /** In the execution queue. */
  readonly path: QueuePath;
}

async function callerOf(context: GraphQLContext): Promise<Caller | undefined> {
  const viewer = await context.viewer();
  if (viewer) {
    const { credential } = viewer;
    const within = credential.kind === 'session' ? `session ${credential.sessionId}` : credential.kind;
    return { kind: 'users', id: viewer.userId, within, path: userPath(viewer) };
  }
  const guest = await context.guest();
  if (!guest) return undefined;
  return { kind: 'guests', id: guest.roomId, within: String(guest.participantId), path: guestPath(guest) };
}
