import { FairQueue } from '../../../shared/concurrency/fair-queue.js';
import type { QueuePath } from '../../../shared/concurrency/hierarchical-queue.js';
import type { GraphQLContext } from '../context.js';
import { type ExecutionQueue, guestPath, userPath } from './execution-queue.js';

/**
 * Maximum number of concurrent mutations per account, or of all guests of a room together. Two are allowed because a
 * mutation that waits for another service, e.g. a channel test, must not hold up its owner's other mutations.
 */
export const MUTATIONS_AT_A_TIME = 2;

/** Maximum number of waiting mutations, per account and per room. All guests of a room may answer at the same time. */
export const MUTATIONS_WAITING = { users: 100, guests: 200 } as const;

const RETRY_SECONDS = 5;

/**
 * Queue of mutations, which wait only for others in their lane. Owners use `ending` mutations to revoke a thief's
 * access, so no other mutation may hold those up (`neverRefused`).
 */
export type MutationLane = 'ending' | 'other';

interface Turns {
  readonly queue: FairQueue;
  /** Number of waiting or running mutations; the queue is dropped with the last one. */
  count: number;
}

/**
 * Queues an account's mutations before they take a database connection. They change the same rows, so each one waiting
 * for a lock would occupy one of the few connections (promise 53).
 */
export class MutationTurns {
  readonly #turns = new Map<string, Turns>();

  constructor(private readonly executionQueue: ExecutionQueue) {}

  /**
   * Executes a mutation when its caller's turn comes. Unknown callers don't have to wait, since limits by network apply
   * to them.
   *
   * @throws {Busy} if too many of the caller's mutations are already waiting.
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
  /** A session, the account's tokens, or a guest. None of these holds up the others of its account or room. */
  readonly within: string;
  /** Path in the execution queue. */
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
