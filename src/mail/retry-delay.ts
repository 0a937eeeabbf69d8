const FIRST_MS = 60_000;
const LONGEST_MS = 2 * 3_600_000;

/** How much of a delay is left to chance, so that mails which failed together do not come back together. */
const JITTER = 0.25;

/** How long to wait after so many failed tries: a minute, doubled each time up to two hours, and up to a quarter more. */
export function retryDelayMs(tries: number, random: () => number = Math.random): number {
  const delay = Math.min(FIRST_MS * 2 ** (tries - 1), LONGEST_MS);
  return Math.round(delay * (1 + JITTER * random()));
}
