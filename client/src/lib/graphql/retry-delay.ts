const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 30_000;

/**
 * Returns the delay in milliseconds before the next retry, after `failures` earlier waits (0, 1, 2 …). It doubles up to
 * 30 s; half of it is random so that many pages don't reconnect simultaneously.
 */
export function retryDelay(failures: number, random: () => number = Math.random): number {
  const longest = Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS);
  return Math.round(longest * (0.5 + random() / 2));
}
