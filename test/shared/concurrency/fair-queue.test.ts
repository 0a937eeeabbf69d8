import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairQueue } from '../../../src/shared/concurrency/fair-queue.js';
import { Busy } from '../../../src/shared/errors/errors.js';

/**
 * Creates jobs that end when a test releases them, and records the order in which they began. A name's first letter is
 * its network.
 */
function controlled(parts: { concurrency: number; waitingMax: number }) {
  const queue = new FairQueue({ ...parts, retrySeconds: 5 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const outcomes: Promise<string>[] = [];
  const add = (name: string) => {
    const job = () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    const outcome = queue.run([name.charAt(0)], job).then(
      () => 'done',
      (error: unknown) => (error instanceof Busy ? `busy ${error.details.retryAfterSeconds}` : 'failed'),
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

describe('the queue for work that is expensive (promises 7, 42, 44)', () => {
  test('takes the networks in turn, each one’s jobs in order', async () => {
    const { begun, add, endOne } = controlled({ concurrency: 1, waitingMax: 100 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) add(name);
    for (let count = 0; count < 7; count += 1) await endOne();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  test('accepts a newcomer when it is full: the newest of the group that has most gets a busy error', async () => {
    const { begun, outcomes, add, endOne } = controlled({ concurrency: 1, waitingMax: 4 });
    for (const name of ['a0', 'a1', 'a2', 'a3', 'a4']) add(name);
    expect(await add('a5')).toBe('busy 5');
    const honest = add('b');
    expect(await outcomes[4]).toBe('busy 5');
    for (let count = 0; count < 5; count += 1) await endOne();
    expect(await honest).toBe('done');
    expect(begun).toEqual(['a0', 'a1', 'b', 'a2', 'a3']);
  });

  test('rejects a newcomer at once when no group that waits has more than its own', async () => {
    const { add } = controlled({ concurrency: 1, waitingMax: 2 });
    for (const name of ['a', 'b', 'c']) add(name);
    expect(await add('d')).toBe('busy 5');
  });

  test('a job that fails gives its slot to the next', async () => {
    const { queue, add, endOne } = controlled({ concurrency: 1, waitingMax: 2 });
    const failing = queue.run(['a'], () => Promise.reject(new Error('torn')));
    const next = add('a');
    await expect(failing).rejects.toThrow('torn');
    await endOne();
    expect(await next).toBe('done');
  });

  test('never runs or queues more than it may, and forgets no job', async () => {
    const bounds = fc.record({ concurrency: fc.integer({ min: 1, max: 4 }), waitingMax: fc.nat({ max: 10 }) });
    const steps = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'end'), { maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(bounds, steps, async (parts, moves) => {
        const { begun, ends, outcomes, add, endOne } = controlled(parts);
        let ended = 0;
        let busy = 0;
        for (const move of moves) {
          if (move !== 'end') {
            void add(move).then((outcome) => {
              if (outcome !== 'done') busy += 1;
            });
          } else if (ends.length > 0) {
            ended += 1;
            await endOne();
          }
          await new Promise((resolve) => setImmediate(resolve));
          if (begun.length - ended > parts.concurrency) return false;
          if (outcomes.length - begun.length - busy > parts.waitingMax) return false;
        }
        while (ends.length > 0) await endOne();
        const results = await Promise.all(outcomes);
        return results.filter((result) => result === 'done').length === begun.length && !results.includes('failed');
      }),
    );
  });
});
