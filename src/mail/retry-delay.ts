const FIRST_MS = 60_000;
const LONGEST_MS = 2 * 3_600_000;

/** The random part of a delay, so that mails which failed together are not retried together. */
const JITTER = 0.25;

/** The delay after a number of failed tries: a minute, doubled each time up to two hours, plus up to a quarter. */
export function retryDelayMs(tries: number, random: () => number = Math.random): number {
  const delay = Math.min(FIRST_MS * 2 ** (tries - 1), LONGEST_MS);
  return Math.round(delay * (1 + JITTER * random()));
}
