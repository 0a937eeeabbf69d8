import { setTimeout as pause } from 'node:timers/promises';

/** Rarely enough for the limit of 120 calls a minute to `/metrics`. */
const POLL_MS = 600;

/**
 * Repeats `look` until it returns something other than undefined, and returns that. Its failures count as undefined.
 *
 * @throws after `seconds`, with the last failure.
 */
export async function waitFor<Found>(
  what: string,
  look: () => Promise<Found | undefined>,
  seconds = 60,
): Promise<Found> {
  const end = performance.now() + seconds * 1000;
  for (let last: unknown; ; ) {
    try {
      const found = await look();
      if (found !== undefined) return found;
    } catch (error) {
      last = error;
    }
    if (performance.now() > end) throw new Error(`${what} did not come within ${seconds} s`, { cause: last });
    await pause(POLL_MS);
  }
}
