import { setTimeout as pause } from 'node:timers/promises';

const LIMIT_SECONDS = 60;
const POLL_MS = 250;

/** Interval within the limits of all calls that the checks repeat, 60 a minute. */
export const RARELY_MS = 1100;

/**
 * Repeats `look` until it returns something other than undefined, and returns that. Its failures count as undefined.
 *
 * @throws after a minute, with the last failure.
 */
export async function waitFor<Found>(
  what: string,
  look: () => Promise<Found | undefined>,
  everyMs = POLL_MS,
): Promise<Found> {
  const end = performance.now() + LIMIT_SECONDS * 1000;
  for (let last: unknown; ; ) {
    try {
      const found = await look();
      if (found !== undefined) return found;
    } catch (error) {
      last = error;
    }
    if (performance.now() > end) throw new Error(`${what} did not come within ${LIMIT_SECONDS} s`, { cause: last });
    await pause(everyMs);
  }
}
