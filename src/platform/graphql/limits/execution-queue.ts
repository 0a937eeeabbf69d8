import { nestedNetworksOf } from '../../../shared/addresses/network.js';
import { HierarchicalQueue, type QueuePath } from '../../../shared/concurrency/hierarchical-queue.js';
import { TURNS_BETWEEN } from '../../../shared/concurrency/yield-to-event-loop.js';
import type { Guest } from '../../../shared/identity/guest.js';
import type { Viewer } from '../../../shared/identity/viewer.js';

/** How long executions may go on before whatever else the process has to do comes in between. */
const SLICE_MS = 10;

/**
 * Spreads the work of GraphQL over the turns of the event loop. Executions begin one after another, each when the one
 * before has done all that it could without waiting; when a slice of time is used up, the next one waits until whatever
 * else has arrived is done. Callers take turns, so that a caller who asks for much holds up no other (promise 19).
 */
export class ExecutionQueue {
  /** What begins the executions that wait. */
  readonly #waiting = new HierarchicalQueue<() => void>();
  /** Whether an execution has begun, or is about to, after which the next one will. */
  #isBusy = false;
  /** By the clock of `performance`; undefined while no slice has begun in this turn of the event loop. */
  #sliceEndsAt: number | undefined;

  /** Resolves when it is the caller's turn to have something parsed, validated or executed. */
  turn(caller: QueuePath): Promise<void> {
    return new Promise((begin) => {
      this.#waiting.enqueue(caller, begin);
      if (this.#isBusy) return;
      this.#isBusy = true;
      this.#goOn();
    });
  }

  /** Whether something may be executed at once, since nobody waits: whose turn it would be need not be known then. */
  mayBegin(): boolean {
    if (this.#isBusy || this.#isSliceUsedUp()) return false;
    this.#isBusy = true;
    this.#begin();
    return true;
  }

  #goOn(): void {
    if (this.#isSliceUsedUp()) afterTurns(TURNS_BETWEEN, () => this.#beginNext());
    else this.#beginNext();
  }

  #beginNext(): void {
    const begin = this.#waiting.dequeue();
    this.#isBusy = begin !== undefined;
    if (!begin) return;
    this.#begin();
    begin();
  }

  #begin(): void {
    if (this.#sliceEndsAt === undefined) this.#beginSlice();
    // A tick comes when there is no microtask left, so when the execution waits for something or has ended.
    queueMicrotask(() => process.nextTick(() => this.#goOn()));
  }

  #isSliceUsedUp(): boolean {
    return this.#sliceEndsAt !== undefined && performance.now() >= this.#sliceEndsAt;
  }

  #beginSlice(): void {
    this.#sliceEndsAt = performance.now() + SLICE_MS;
    setImmediate(() => {
      this.#sliceEndsAt = undefined;
    });
  }
}

function afterTurns(count: number, action: () => void): void {
  setImmediate(() => (count > 1 ? afterTurns(count - 1, action) : action()));
}

/** The path of a user, by whatever credential: users take turns among themselves, and visitors cannot use theirs up. */
export function userPath({ userId }: Viewer): QueuePath {
  return ['users', String(userId)];
}

/** The path of a guest: rooms take turns, and the guests of a room within its turns. */
export function guestPath({ roomId, participantId }: Guest): QueuePath {
  return ['guests', String(roomId), String(participantId)];
}

/** The path of a visitor: networks take turns, the widest first, so that many addresses have the turns of one network. */
export function visitorPath(address: string): QueuePath {
  return ['visitors', ...nestedNetworksOf(address)];
}
