import { expect, test, vi } from 'vitest';
import { unlessUnchanged } from '../../../src/shared/concurrency/unless-unchanged.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';

/** A job that has found something to do after so many ms, and what it looks at. */
function watch(forMs: number) {
  const clock = new FakeClock();
  const watched = { version: 1 as number | undefined };
  const job = vi.fn(async () => forMs);
  const run = unlessUnchanged({ version: () => watched.version, clock }, job);
  const runsAfter = async (change: () => unknown) => {
    await run();
    await change();
    const before = job.mock.calls.length;
    await run();
    return job.mock.calls.length - before;
  };
  return { clock, watched, job, runsAfter };
}

test('a job is run again when the version changes, and not while it stays', async () => {
  const { watched, clock, runsAfter } = watch(Number.POSITIVE_INFINITY);
  expect(await runsAfter(() => clock.advance({ minutes: 100 }))).toBe(0);
  expect(await runsAfter(() => (watched.version = 2))).toBe(1);
  expect(await runsAfter(() => {})).toBe(0);
});

test('a job is run again at the time that it has named', async () => {
  const { clock, runsAfter } = watch(7500);
  expect(await runsAfter(() => clock.advance({ ms: 7499 }))).toBe(0);
  expect(await runsAfter(() => clock.advance({ ms: 7500 }))).toBe(1);
  expect(await watch(0).runsAfter(() => {})).toBe(1);
});

test('a job is always run where the version is not known', async () => {
  const { watched, runsAfter } = watch(Number.POSITIVE_INFINITY);
  watched.version = undefined;
  expect(await runsAfter(() => {})).toBe(1);
});

test('a job that has failed is run again, and so is one during which the version changes', async () => {
  const { job, watched, runsAfter } = watch(Number.POSITIVE_INFINITY);
  job.mockRejectedValueOnce(new Error('held'));
  await expect(runsAfter(() => {})).rejects.toThrow('held');
  expect(await runsAfter(() => {})).toBe(0);
  watched.version = 2;
  job.mockImplementationOnce(async () => {
    watched.version = 3;
    return Number.POSITIVE_INFINITY;
  });
  expect(await runsAfter(() => {})).toBe(1);
});
