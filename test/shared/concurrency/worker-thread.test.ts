import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { TaskAborted, WorkerThread } from '../../../src/shared/concurrency/worker-thread.js';
import { Busy } from '../../../src/shared/errors/errors.js';

/** A task from `tasks-worker.mjs`. */
type Task = readonly [name: string, given?: unknown];

const LONG_MS = 25_000;

function createThread() {
  const file = new URL('./tasks-worker.mjs', import.meta.url);
  const thread = new WorkerThread<Task>({ file, heapMegabytes: 32 });
  onTestFinished(() => thread.stop());
  return thread;
}

describe('a thread for work that takes long', () => {
  test('answers one task after the other', async () => {
    const thread = createThread();
    const ended: number[] = [];
    const run = async (n: number) => {
      expect(await thread.run(['echo', { n }], LONG_MS)).toEqual({ n });
      ended.push(n);
    };
    await Promise.all([1, 2, 3].map(run));
    expect(ended).toEqual([1, 2, 3]);
    expect(await thread.run(['threadId'], LONG_MS)).toBe(await thread.run(['threadId'], LONG_MS));
  });

  test.each([
    ['does not answer by its deadline', ['forever'], 50],
    ['takes more memory than there is for it', ['exhaustMemory'], LONG_MS],
  ] as const)('aborts a task that %s, and goes on with the next', async (_name, task, deadlineMs) => {
    const thread = createThread();
    const before = await thread.run(['threadId'], LONG_MS);
    const [aborted, next] = await Promise.allSettled([thread.run(task, deadlineMs), thread.run(['threadId'], LONG_MS)]);
    expect(aborted).toMatchObject({ status: 'rejected', reason: expect.any(TaskAborted) });
    expect(next).toMatchObject({ status: 'fulfilled', value: expect.any(Number) });
    expect(next).not.toMatchObject({ value: before });
  });

  test('reports what went wrong in a task, and goes on with the next', async () => {
    const thread = createThread();
    await expect(thread.run(['fail', 'no such thing'], LONG_MS)).rejects.toThrow('no such thing');
    expect(await thread.run(['echo', 1], LONG_MS)).toBe(1);
  });

  test('takes 20 tasks to wait for their turn, and rejects one more', async () => {
    const thread = createThread();
    const runs = Array.from({ length: 21 }, (_, n) => thread.run(['echo', n], LONG_MS));
    await expect(thread.run(['echo', 21], LONG_MS)).rejects.toThrow(Busy);
    expect(await Promise.all(runs)).toEqual(Array.from({ length: 21 }, (_, n) => n));
    expect(await thread.run(['echo', 22], LONG_MS)).toBe(22);
  });

  test('ends when it is stopped, whatever it is doing, and begins no more', async () => {
    const thread = createThread();
    await thread.run(['threadId'], LONG_MS);
    const runs = [thread.run(['forever'], LONG_MS), thread.run(['echo', 1], LONG_MS)];
    const outcomes = Promise.allSettled(runs);
    await thread.stop();
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: expect.any(TaskAborted) });
    await expect(thread.run(['echo', 1], LONG_MS)).rejects.toThrow(TaskAborted);
  });

  test('lives for half a minute without work, and then ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const thread = createThread();
    const id = () => thread.run(['threadId'], LONG_MS);
    const first = await id();
    vi.advanceTimersByTime(29_999);
    expect(await id()).toBe(first);
    vi.advanceTimersByTime(30_000);
    expect(await id()).not.toBe(first);
  });
});
