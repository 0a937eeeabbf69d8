import { setImmediate } from 'node:timers/promises';

/**
 * Turns of the event loop given to other work before long work continues. In each turn, Node reads from every
 * connection that has sent something, but accepts only one new connection. Idle turns take microseconds.
 */
export const TURNS_BETWEEN = 32;

/**
 * Yields to all other work in the middle of long work. One turn of the event loop isn't enough, since a GraphQL
 * operation that itself waits for that many turns (`ExecutionQueue`) would be answered only after 32 pieces of the long
 * work.
 */
export async function yieldToEventLoop(): Promise<void> {
  for (let turn = 0; turn < TURNS_BETWEEN; turn += 1) await setImmediate();
}
