import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairQueue } from '../../src/accounts/fair-queue.js';
import { Busy } from '../../src/shared/errors.js';

/** Jobs that end when they are told to, and the order in which they began. */
function controlled(parts: { concurrency: number; waitingMax: number }) {
  const queue = new FairQueue({ ...parts, retrySeconds: 5 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const outcomes: Promise<string>[] = [];
  const add = (key: string, name = key) => {
    const job = () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    const outcome = queue.run(key, job).then(
      () => 'done',
      (error: unknown) => (error instanceof Busy ? 'busy' : 'failed'),
    );
    outcomes.push(outcome);
    return outcome;
  };
  const endOne = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, begun, ends, outcomes, add, endOne };
}

describe('the queue for hashing (promise 7)', () => {
  test('takes the callers in turn, each one’s jobs in order', async () => {
    const { begun, add, endOne } = controlled({ concurrency: 1, waitingMax: 100 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) add(name.charAt(0), name);
    for (let count = 0; count < 7; count += 1) await endOne();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  test('lets a newcomer in when it is full, at the cost of the newest of the longest line', async () => {
    const { begun, outcomes, add, endOne } = controlled({ concurrency: 1, waitingMax: 4 });
    for (const name of ['a0', 'a1', 'a2', 'a3', 'a4']) add('a', name);
    expect(await add('a', 'a5')).toBe('busy');
    const honest = add('b');
    expect(await outcomes[4]).toBe('busy');
    for (let count = 0; count < 5; count += 1) await endOne();
    expect(await honest).toBe('done');
    expect(begun).toEqual(['a0', 'a1', 'b', 'a2', 'a3']);
  });

  test('refuses a newcomer when all lines are equally short', async () => {
    const { add } = controlled({ concurrency: 1, waitingMax: 2 });
    for (const key of ['a', 'b', 'c']) add(key);
    expect(await add('d')).toBe('busy');
  });

  test('a job that fails gives its place to the next', async () => {
    const { queue, add, endOne } = controlled({ concurrency: 1, waitingMax: 2 });
    const failing = queue.run('a', () => Promise.reject(new Error('torn')));
    const next = add('a');
    await expect(failing).rejects.toThrow('torn');
    await endOne();
    expect(await next).toBe('done');
  });

  test('never runs or keeps more than it may, and forgets nobody', async () => {
    const bounds = fc.record({ concurrency: fc.integer({ min: 1, max: 4 }), waitingMax: fc.nat({ max: 10 }) });
    const steps = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'end'), { maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(bounds, steps, async (parts, moves) => {
        const { begun, ends, outcomes, add, endOne } = controlled(parts);
        let ended = 0;
        for (const move of moves) {
          if (move !== 'end') void add(move);
          else if (ends.length > 0) {
            ended += 1;
            await endOne();
          }
          await new Promise((resolve) => setImmediate(resolve));
          if (begun.length - ended > parts.concurrency) return false;
        }
        while (ends.length > 0) await endOne();
        const results = await Promise.all(outcomes);
        return results.filter((result) => result === 'done').length === begun.length && !results.includes('failed');
      }),
    );
  });
});
