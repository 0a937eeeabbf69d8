import type { Clock } from '../time/clock.js';

interface Watched {
  /** Differs from what it was whenever there may be work; undefined where that is not known. */
  readonly version: () => unknown;
  readonly clock: Pick<Clock, 'steady'>;
}

/**
 * Wraps a job that looks for work again and again: a call does nothing while the version is that from before the last run, up
 * to the time that this run has named.
 *
 * @param job resolves to how long there is nothing to do unless the version changes, in ms: 0 when something waits already.
 * @returns the job, which is undefined where there is nothing to do; when it fails, the next call runs it again.
 */
export function unlessUnchanged(
  { version, clock }: Watched,
  job: () => Promise<number>,
): () => Promise<void> | undefined {
  let seen: unknown;
  let againAtMs = 0;
  const run = async (current: unknown) => {
    seen = undefined;
    againAtMs = clock.steady().getTime() + (await job());
    seen = current;
  };
  return () => {
    const current = version();
    const isUnchanged = current !== undefined && current === seen && clock.steady().getTime() < againAtMs;
    return isUnchanged ? undefined : run(current);
  };
}
