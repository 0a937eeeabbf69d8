import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ExecutionQueue, visitorPath } from '../../../../src/platform/graphql/limits/execution-queue.js';
import type { QueuePath } from '../../../../src/shared/concurrency/hierarchical-queue.js';

/** Duration of an operation that exceeds a time slice. */
const LONG_MS = 15;

function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

function countTurns() {
  const counted = { turns: 0, stop: () => clearImmediate(next) };
  const count = () => {
    counted.turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  return counted;
}

describe('executions (promise 19)', () => {
  test('begin at once when the queue is empty', async () => {
    // Freezes time, since a slice may end before ten operations have begun on a busy machine.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    const loop = countTurns();
    const queue = new ExecutionQueue();
    for (let count = 0; count < 10; count += 1) await queue.turn(['ana']);
    expect(loop.turns).toBe(0);
    loop.stop();
  });

  test('may begin without a turn while no other has begun and the slice is not used up', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    const queue = new ExecutionQueue();
    expect([queue.mayBegin(), queue.mayBegin()]).toEqual([true, false]);
    // The first operation ends with this tick, in the same turn of the event loop.
    await new Promise<void>((resolve) => process.nextTick(() => process.nextTick(resolve)));
    expect(queue.mayBegin()).toBe(true);
    await new Promise<void>((resolve) => process.nextTick(() => process.nextTick(resolve)));
    clock.mockReturnValue(LONG_MS);
    expect(queue.mayBegin()).toBe(false);
    await new Promise((resolve) => setImmediate(resolve));
    expect(queue.mayBegin()).toBe(true);
  });

  test('may not begin before those that wait, and hold them up like any other', async () => {
    const queue = new ExecutionQueue();
    const begun: string[] = [];
    expect(queue.mayBegin()).toBe(true);
    const waiting = queue.turn(['ana']).then(() => begun.push('ana'));
    expect(begun).toEqual([]);
    expect(queue.mayBegin()).toBe(false);
    await waiting;
    expect(begun).toEqual(['ana']);
  });

  test('that are short share a turn of the event loop', async () => {
    const loop = countTurns();
    const queue = new ExecutionQueue();
    await Promise.all(Array.from({ length: 100 }, () => queue.turn(['ana'])));
    expect(loop.turns).toBeLessThan(50);
    loop.stop();
  });

  test('that are long let the loop turn 32 times, also when all are asked for in one moment and begin after a few microtasks', async () => {
    const loop = countTurns();
    const queue = new ExecutionQueue();
    const begunIn: number[] = [];
    const execute = async () => {
      await queue.turn(['ana']);
      for (let microtasks = 0; microtasks < 20; microtasks += 1) await null;
      begunIn.push(loop.turns);
      work(LONG_MS);
    };
    await Promise.all(Array.from({ length: 5 }, execute));
    const between = begunIn.slice(1).map((turn, index) => turn - (begunIn[index] ?? 0));
    for (const turns of between) expect([31, 32, 33]).toContain(turns);
    loop.stop();
  });

  test('of several callers take turns, however many one of them asks for', async () => {
    const queue = new ExecutionQueue();
    const begun: string[] = [];
    const execute = async (caller: string) => {
      await queue.turn([caller]);
      begun.push(caller);
      work(LONG_MS);
    };
    await Promise.all(['ana', 'ana', 'ana', 'ana', 'bia', 'bia', 'eva'].map(execute));
    expect(begun).toEqual(['ana', 'ana', 'bia', 'eva', 'ana', 'bia', 'ana']);
  });

  test('of visitors take turns by network, and of users beside them', async () => {
    const queue = new ExecutionQueue();
    const begun: string[] = [];
    const execute = async ([name, path]: readonly [string, QueuePath]) => {
      await queue.turn(path);
      begun.push(name);
      work(LONG_MS);
    };
    const flood = Array.from({ length: 6 }, (_, count) => ['flood', visitorPath(`2001:db8:1:${count}::1`)] as const);
    const calls = [...flood, ['guest', visitorPath('192.0.2.1')] as const, ['user', ['users', '1']] as const];
    await Promise.all(calls.map(execute));
    // The first operation began before the others arrived.
    expect(begun.slice(0, 4).toSorted()).toEqual(['flood', 'flood', 'guest', 'user']);
  });

  test('go on after one that fails', async () => {
    const queue = new ExecutionQueue();
    const failing = queue.turn(['ana']).then(() => {
      throw new Error('it failed');
    });
    await expect(failing).rejects.toThrow('it failed');
    await queue.turn(['ana']);
  });
});
