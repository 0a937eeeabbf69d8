import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HierarchicalQueue, type QueuePath } from '../../../src/shared/concurrency/hierarchical-queue.js';

interface Item {
  readonly path: QueuePath;
  readonly number: number;
}

/** Creates a bounded queue and uses it as its callers do: a newcomer displaces another item or is rejected. */
function bounded(max: number) {
  const queue = new HierarchicalQueue<Item>();
  let number = 0;
  const add = (path: QueuePath) => {
    number += 1;
    const item = { path, number };
    const full = queue.size >= max;
    const dropped = full ? queue.dropFor(path) : undefined;
    if (full && !dropped) return { item, rejected: true };
    return { item, rejected: false, dropped, remove: queue.enqueue(path, item) };
  };
  return { queue, add };
}

const drain = (queue: HierarchicalQueue<Item>) => {
  const items: Item[] = [];
  for (let item = queue.dequeue(); item; item = queue.dequeue()) items.push(item);
  return items;
};

const names = (items: readonly Item[]) => items.map(({ path }) => path.join(''));

/** Uses three levels with a few groups each, so that paths collide. */
const path = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2', '3'), fc.constantFrom('x', 'y', 'z'));

describe('turns', () => {
  test('go round the widest groups, then round those within, and keep the order of the narrowest', () => {
    const { queue, add } = bounded(100);
    for (const keys of ['a1', 'a1', 'a2', 'a1', 'b1', 'a3', 'c1', 'b1']) add([...keys]);
    expect(names(drain(queue))).toEqual(['a1', 'b1', 'c1', 'a2', 'b1', 'a3', 'a1', 'a1']);
    const numbered = bounded(100);
    for (let count = 0; count < 5; count += 1) numbered.add(['a', '1']);
    expect(drain(numbered.queue).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  test('a quiet network waits for one item of another, however many that adds from however many addresses', () => {
    const attacks = fc.array(fc.tuple(fc.nat({ max: 255 }), fc.nat({ max: 3 })), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(attacks, attacks, (before, after) => {
        const { queue, add } = bounded(Number.POSITIVE_INFINITY);
        for (const [group, member] of before) add(['noisy', String(group), String(member)]);
        const quiet = add(['quiet', 'home', 'address']).item;
        for (const [group, member] of after) add(['noisy', String(group), String(member)]);
        return drain(queue).indexOf(quiet) <= 1;
      }),
    );
  });

  test('an item alone in its group waits for no more turns than there are groups beside its own, level by level', () => {
    const steps = fc.array(fc.option(path, { nil: undefined }), { maxLength: 200 });
    fc.assert(
      fc.property(steps, steps, (before, after) => {
        const { queue, add } = bounded(Number.POSITIVE_INFINITY);
        const take = (step: QueuePath | undefined) => (step ? void add(step) : queue.dequeue());
        for (const step of before) take(step);
        const quiet = add(['a', '1', 'alone']).item;
        let waited = 0;
        for (const step of after) {
          const taken = take(step);
          if (taken === quiet) return true;
          if (taken) waited += 1;
        }
        waited += drain(queue).indexOf(quiet);
        // At most two others compete with it at each of the first two levels, and at most three at the third.
        return waited < 3 * 3 * 4;
      }),
    );
  });

  test('neither lose nor double anything, whatever is added, taken, dropped and taken out', () => {
    const step = fc.oneof(path, fc.constantFrom('take', 'take out' as const));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200, size: 'max' }), fc.nat({ max: 12 }), (steps, max) => {
        const { queue, add } = bounded(max);
        const waiting = new Map<Item, () => void>();
        const forget = (item: Item | undefined) => item === undefined || waiting.delete(item);
        for (const move of steps) {
          if (move === 'take') {
            if (!forget(queue.dequeue())) return false;
          } else if (typeof move === 'string') {
            const [first] = waiting;
            first?.[1]();
            // Forgetting it twice has no further effect.
            first?.[1]();
            forget(first?.[0]);
          } else {
            const { item, dropped, remove } = add(move);
            if (!forget(dropped)) return false;
            if (remove) waiting.set(item, remove);
          }
          if (queue.size !== waiting.size || queue.size > max) return false;
        }
        const rest = drain(queue);
        return rest.length === waiting.size && rest.every((item) => waiting.has(item)) && queue.size === 0;
      }),
    );
  });
});

describe('a full queue', () => {
  test('drops the newest of the heaviest group, looked for from the widest on', () => {
    const { add } = bounded(9);
    for (const keys of ['b1x', 'b1x', 'b1x', 'b1x', 'a1x', 'a1y', 'a2x', 'a2x', 'a3x']) add([...keys]);
    // Here, a has five and b has four. Within a, a2 has as many as a1, and its turn is later.
    expect(add(['c', '1', 'x']).dropped?.number).toBe(8);
    // Now, a and b have four each. The next turn is b's, so a loses one from a1, which x and y share equally.
    expect(add(['c', '1', 'x']).dropped?.number).toBe(6);
  });

  test('drops an item of a group with two more than the newcomer’s, and none of one with one more', () => {
    const { queue, add } = bounded(3);
    for (const keys of ['a', 'a', 'b']) add([keys]);
    expect(add(['b'])).toMatchObject({ rejected: true });
    expect(add(['c'])).toMatchObject({ dropped: { number: 2 } });
    expect(add(['d'])).toMatchObject({ rejected: true });
    expect(names(drain(queue))).toEqual(['a', 'b', 'c']);
  });

  test('rejects a newcomer from the group that has most', () => {
    const { add } = bounded(3);
    for (let count = 0; count < 3; count += 1) add(['a', '1']);
    expect(add(['a', '1']).rejected).toBe(true);
    expect(add(['a', '2'])).toMatchObject({ dropped: { number: 3 } });
  });

  test('neither rejects nor drops quiet networks, whatever one network adds from any of its parts', () => {
    const attack = fc.tuple(fc.constant('noisy'), fc.nat({ max: 255 }).map(String), fc.nat({ max: 255 }).map(String));
    const honest = fc.nat({ max: 9 }).map((count) => `quiet${count}`);
    const steps = fc.array(fc.oneof({ weight: 9, arbitrary: attack }, honest), { maxLength: 300, size: 'max' });
    fc.assert(
      fc.property(steps, (moves) => {
        const { add } = bounded(20);
        const seen = new Set<string>();
        return moves.every((move) => {
          if (typeof move === 'string' && seen.has(move)) return true;
          const { rejected, dropped } = add(typeof move === 'string' ? [move, 'home', 'address'] : move);
          if (typeof move === 'string') seen.add(move);
          return (typeof move !== 'string' || !rejected) && (dropped === undefined || dropped.path[0] === 'noisy');
        });
      }),
    );
  });

  test('accepts items from outside the part of a network that fills it', () => {
    // An attacker has half of a /24: every address in eight of its sixteen /28s.
    const { add } = bounded(100);
    for (let address = 0; address < 128; address += 1) add(['/24', String(address >> 4), String(address)]);
    for (let address = 128; address < 136; address += 1) {
      expect(add(['/24', String(address >> 4), String(address)])).toMatchObject({ rejected: false });
    }
  });
});
