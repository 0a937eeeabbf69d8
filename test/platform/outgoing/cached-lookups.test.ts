import { expect, test } from 'vitest';
import { CachedLookups } from '../../../src/platform/outgoing/cached-lookups.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';

/** Creates look-ups whose answers the test gives by hand. */
function createLookups() {
  const clock = new FakeClock();
  const asked: { readonly name: string; answer(addresses: readonly string[]): void; fail(): void }[] = [];
  const lookups = new CachedLookups(
    clock,
    (name) =>
      new Promise((answer, reject) => {
        asked.push({ name, answer, fail: () => reject(new Error('ENOTFOUND')) });
      }),
  );
  return { clock, asked, resolve: lookups.resolve };
}

test('a name is looked up once a minute, and once for all who ask meanwhile', async () => {
  const { clock, asked, resolve } = createLookups();
  const both = Promise.all([resolve('a'), resolve('a')]);
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.answer(['10.0.0.1']);
  expect(await both).toEqual([['10.0.0.1'], ['10.0.0.1']]);
  await clock.advance({ seconds: 59 });
  expect(await resolve('a')).toEqual(['10.0.0.1']);
  expect(asked).toHaveLength(1);
  await clock.advance({ seconds: 1 });
  const anew = resolve('a');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer(['10.0.0.2']);
  expect(await anew).toEqual(['10.0.0.2']);
});

test('a name that fails fails for a minute, and is then looked up again', async () => {
  const { clock, asked, resolve } = createLookups();
  const failing = resolve('a');
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.fail();
  await expect(failing).rejects.toThrow('ENOTFOUND');
  await expect(resolve('a')).rejects.toThrow('ENOTFOUND');
  await clock.advance({ minutes: 1 });
  const again = resolve('a');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer(['10.0.0.1']);
  expect(await again).toEqual(['10.0.0.1']);
});

test('while one name hangs, another goes on with its earlier answer', async () => {
  const { clock, asked, resolve } = createLookups();
  const first = resolve('known');
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.answer(['10.0.0.1']);
  await first;
  await clock.advance({ minutes: 1 });
  void resolve('hanging').catch(() => {});
  await expect.poll(() => asked.length).toBe(2);
  let found: readonly string[] | undefined;
  void resolve('known').then((addresses) => {
    found = addresses;
  });
  await clock.advance({ seconds: 2 });
  await expect.poll(() => found).toEqual(['10.0.0.1']);
  expect(asked.map(({ name }) => name)).toEqual(['known', 'hanging']);
});
