import { setImmediate } from 'node:timers/promises';

/**
 * How many turns of the event loop go to other work before long work continues. In each, Node reads from every connection
 * that has sent something, but takes only one new connection. Turns with nothing to do take microseconds.
 */
export const TURNS_BETWEEN = 32;

/**
 * Yields to all other work in the middle of work that takes long. One turn of the event loop is not enough: an
 * operation of GraphQL that waits for as many (`ExecutionQueue`) would be answered only after 32 pieces of the long work.
 */
export async function yieldToEventLoop(): Promise<void> {
  for (let turn = 0; turn < TURNS_BETWEEN; turn += 1) await setImmediate();
}
