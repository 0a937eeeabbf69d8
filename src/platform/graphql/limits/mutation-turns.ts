import { FairQueue } from '../../../shared/concurrency/fair-queue.js';
import type { QueuePath } from '../../../shared/concurrency/hierarchical-queue.js';
import type { GraphQLContext } from '../context.js';
import { type ExecutionQueue, guestPath, userPath } from './execution-queue.js';

/**
 * Concurrent mutations per account, or of all guests of a room together. Two, so that a mutation that waits for another
 * service, such as a channel test, does not hold up its owner's other mutations.
 */
export const MUTATIONS_AT_A_TIME = 2;

/** Number of further mutations that may wait, per account and per room: all guests of a room may answer at once. */
export const MUTATIONS_WAITING = { users: 100, guests: 200 } as const;

const RETRY_SECONDS = 5;

/**
 * Mutations wait only for others in their lane. With `ending` ones an owner revokes a thief's access, so no other
 * mutation may hold them up (`neverRefused`).
 */
export type MutationLane = 'ending' | 'other';

interface Turns {
  readonly queue: FairQueue;
  /** Number of waiting or running mutations; the queue is dropped with the last one. */
  count: number;
}

/**
 * Queues the mutations of an account before they take a database connection. They change the same rows, and each one
 * waiting for a lock would occupy one of few connections (promise 53).
 */
export class MutationTurns {
  readonly #turns = new Map<string, Turns>();

  constructor(private readonly executionQueue: ExecutionQueue) {}

  /**
   * Executes a mutation when it is its caller's turn. Unknown callers need not wait, as limits by network apply to
   * them.
   *
   * @throws {Busy} if too many mutations of the caller are already waiting.
   */
  async run<T>(context: GraphQLContext, lane: MutationLane, execute: () => Promise<T>): Promise<T> {
    const caller = await identifyCaller(context);
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
        // Its slice of the event loop ended long ago.
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

/** The account or room whose mutations wait for each other, and the caller within it. */
interface Caller {
  readonly kind: keyof typeof MUTATIONS_WAITING;
  readonly id: number;
  /** A session, the tokens of an account, or a guest: none holds up the others of its account or room. */
  readonly within: string;
  /** In the execution queue. */
  readonly path: QueuePath;
}

async function identifyCaller(context: GraphQLContext): Promise<Caller | undefined> {
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
