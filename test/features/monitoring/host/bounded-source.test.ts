import { stat } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { BoundedSource, startDeadline } from '../../../../src/features/monitoring/host/bounded-source.js';

const AT_ONCE = Promise.resolve();
const NEVER = new Promise<void>(() => {});

describe('a source that may hang', () => {
  test('gives its answer when it comes in time', async () => {
    const source = new BoundedSource(async () => 1);
    expect(await source.read(NEVER)).toEqual({ value: 1, stale: false });
  });

  test('gives its last answer, marked stale, while it hangs, and is not called again', async () => {
    const answers = [Promise.resolve(1), new Promise<number>(() => {})];
    let calls = 0;
    const source = new BoundedSource(() => {
      calls += 1;
      return answers.shift() ?? Promise.resolve(3);
    });
    await source.read(NEVER);
    expect(await source.read(AT_ONCE)).toEqual({ value: 1, stale: true });
    expect(await source.read(AT_ONCE)).toEqual({ value: 1, stale: true });
    expect(calls).toBe(2);
  });

  test('is fresh again after an answer that came late', async () => {
    let answer = (_value: number) => {};
    const source = new BoundedSource(() => new Promise<number>((resolve) => (answer = resolve)));
    const first = source.read(NEVER);
    answer(1);
    await first;
    expect(await source.read(AT_ONCE)).toEqual({ value: 1, stale: true });
    answer(2);
    await AT_ONCE;
    const next = source.read(NEVER);
    answer(3);
    expect(await next).toEqual({ value: 3, stale: false });
  });

  test('gives its last answer when it fails, and its failure when it never had one', async () => {
    const answers = [Promise.reject(new Error('gone')), Promise.resolve(1), Promise.reject(new Error('gone'))];
    const source = new BoundedSource(() => answers.shift() as Promise<number>);
    await expect(source.read(NEVER)).rejects.toThrow('gone');
    expect(await source.read(NEVER)).toEqual({ value: 1, stale: false });
    expect(await source.read(NEVER)).toEqual({ value: 1, stale: true });
  });

  test('is not late when it was this process that was blocked', async () => {
    const source = new BoundedSource(() => stat('.'));
    await source.read(NEVER);
    const deadline = startDeadline(40);
    const answer = source.read(deadline.passed);
    const blockedUntil = performance.now() + 60;
    while (performance.now() < blockedUntil);
    expect((await answer).stale).toBe(false);
    deadline.cancel();
  });

  test('that never answered at all says so', async () => {
    await expect(new BoundedSource(() => NEVER).read(AT_ONCE)).rejects.toThrow('did not answer in time');
  });
});
