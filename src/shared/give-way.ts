import { setImmediate } from 'node:timers/promises';

/** As many turns of the event loop as an operation of GraphQL may have to wait for: see `ExecutionQueue`. */
export const TURNS = 32;

/**
 * Yields to all other work in the middle of work that takes long. One turn of the event loop is not enough: an
 * operation that waits for 32 would be answered after 32 pieces of the long work.
 */
export async function giveWay(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
}
