import { nestedNetworksOf } from '../../../shared/addresses/network.js';
import { HierarchicalQueue, type QueuePath } from '../../../shared/concurrency/hierarchical-queue.js';
import { TURNS_BETWEEN } from '../../../shared/concurrency/yield-to-event-loop.js';
import type { Guest } from '../../../shared/identity/guest.js';
import type { Viewer } from '../../../shared/identity/viewer.js';

/** How long executions may take before the process handles other pending work. */
const SLICE_MS = 10;

/**
 * Spreads GraphQL work over the turns of the event loop. Executions start one after another, each once the previous one
 * has done all it can without waiting. When a time slice is used up, the next execution waits until all other pending
 * work is done. Callers take turns, so a demanding caller doesn't hold up others (promise 19).
 */
export class ExecutionQueue {
  /** Callbacks that start the waiting executions. */
  readonly #waiting = new HierarchicalQueue<() => void>();
  /** Whether an execution has started or is about to, in which case the next one follows it. */
  #isBusy = false;
  /** End of the slice on the `performance` clock; undefined if no slice has started in this turn of the event loop. */
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

  /**
   * Whether an execution may start immediately because nothing is waiting. If so, the caller doesn't have to be
   * identified.
   */
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
    // The tick runs once no microtasks are left, so the execution is waiting for something or has ended.
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

/**
 * Returns a user's queue path, whatever the credential. Users take turns among themselves, and visitors cannot use up
 * those turns.
 */
export function userPath({ userId }: Viewer): QueuePath {
  return ['users', String(userId)];
}

/** Returns a guest's queue path: rooms take turns, and guests take turns within their room. */
export function guestPath({ roomId, participantId }: Guest): QueuePath {
  return ['guests', String(roomId), String(participantId)];
}

/**
 * Returns a visitor's queue path: networks take turns, widest first, so all addresses in one network use the same
 * turns.
 */
export function visitorPath(address: string): QueuePath {
  return ['visitors', ...nestedNetworksOf(address)];
}
