import { expect, test } from 'vitest';
import { runAgain } from '../../../src/shared/concurrency/run-again.js';

test('a job that is asked for while it runs is run once more afterwards, also when it has failed', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const failures: unknown[] = [];
  const ask = runAgain(
    () => {
      const run = Promise.withResolvers<void>();
      runs.push(run);
      return run.promise;
    },
    (error) => failures.push(error),
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  ask();
  ask();
  ask();
  expect(runs).toHaveLength(1);
  runs[0]?.reject('held');
  await turn();
  expect([runs.length, failures]).toEqual([2, ['held']]);
  runs[1]?.resolve();
  await turn();
  expect(runs).toHaveLength(2);
  ask();
  expect(runs).toHaveLength(3);
});
