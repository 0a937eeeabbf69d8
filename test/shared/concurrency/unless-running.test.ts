import { expect, test } from 'vitest';
import { unlessRunning } from '../../../src/shared/concurrency/unless-running.js';

test('a job for the clock runs once at a time, and again after it has ended or failed', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const failures: unknown[] = [];
  const tick = unlessRunning(
    () => {
      const run = Promise.withResolvers<void>();
      runs.push(run);
      return run.promise;
    },
    (error) => failures.push(error),
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  tick();
  tick();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await turn();
  tick();
  tick();
  expect(runs).toHaveLength(2);
  runs[1]?.reject('held');
  await turn();
  tick();
  expect([runs.length, failures]).toEqual([3, ['held']]);
});
