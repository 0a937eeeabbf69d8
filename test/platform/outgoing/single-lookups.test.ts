import { expect, test } from 'vitest';
import { SingleLookups } from '../../../src/platform/outgoing/single-lookups.js';

test('names are looked up one after the other, also when one has no address, and are idle when the last has ended', async () => {
  const begun: string[] = [];
  const ends: PromiseWithResolvers<readonly string[]>[] = [];
  const lookups = new SingleLookups((name) => {
    begun.push(name);
    const end = Promise.withResolvers<readonly string[]>();
    ends.push(end);
    return end.promise;
  });
  await lookups.whenIdle();
  const first = lookups.resolve('a.example');
  const second = lookups.resolve('b.example');
  let isIdle = false;
  const idle = lookups.whenIdle().then(() => {
    isIdle = true;
  });
  await expect.poll(() => begun).toEqual(['a.example']);
  ends[0]?.reject(new Error('ENOTFOUND'));
  await expect(first).rejects.toThrow('ENOTFOUND');
  await expect.poll(() => begun).toEqual(['a.example', 'b.example']);
  expect(isIdle).toBe(false);
  ends[1]?.resolve(['192.0.2.1']);
  expect(await second).toEqual(['192.0.2.1']);
  await idle;
});
