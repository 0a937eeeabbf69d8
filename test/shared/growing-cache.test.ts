import fc from 'fast-check';
import { LRUCache } from 'lru-cache';
import { expect, test } from 'vitest';
import { growingCache } from '../../src/shared/growing-cache.js';

test('remembers what a cache does that has room for all from the beginning, in the same order', () => {
  const key = fc.integer({ min: 0, max: 9 });
  const step = fc.oneof(fc.record({ set: key, to: fc.nat() }), fc.record({ get: key }), fc.record({ delete: key }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 50 }), (max, steps) => {
      const [cache, fixed] = [growingCache<number, number>(max), new LRUCache<number, number>({ max })];
      for (const each of steps) {
        if ('set' in each) for (const one of [cache, fixed]) one.set(each.set, each.to);
        else if ('get' in each) expect(cache.get(each.get)).toBe(fixed.get(each.get));
        else expect(cache.delete(each.delete)).toBe(fixed.delete(each.delete));
        expect([...cache.entries()]).toEqual([...fixed.entries()]);
      }
    }),
  );
});
