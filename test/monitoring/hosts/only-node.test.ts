import { expect, test, vi } from 'vitest';
import type { MeasuredHostState } from '../../../src/monitoring/hosts/measured-hosts.js';
import { OnlyNode } from '../../../src/monitoring/hosts/only-node.js';

const MEASURING = { intervalMs: 5000, retentionDays: [1, 1, 1] as never };
const AGENT: MeasuredHostState = { number: 2, name: 'web', cores: 4, newest: undefined, ...MEASURING };

function onlyNode() {
  const written = { version: 1 as number | undefined };
  const all = vi.fn(async (_since?: Date) => [AGENT]);
  const facts = { read: async () => ({ name: 'here', cores: 2 }) as never };
  const node = new OnlyNode({ table: { all }, facts, measuring: MEASURING, version: () => written.version });
  const readsFor = async (since?: Date) => {
    const before = all.mock.calls.length;
    const hosts = await node.withOthers(undefined, since);
    expect(hosts.map(({ number, name }) => [number, name])).toEqual([
      [1, 'here'],
      [2, 'web'],
    ]);
    return all.mock.calls.length - before;
  };
  return { written, readsFor };
}

test('the rows of the other hosts are read again only after something was written', async () => {
  const { written, readsFor } = onlyNode();
  expect(await readsFor(new Date(1000))).toBe(1);
  expect(await readsFor(new Date(1000))).toBe(0);
  expect(await readsFor(new Date(6000))).toBe(0);
  written.version = 2;
  expect(await readsFor(new Date(6000))).toBe(1);
});

test('newest samples that were left out are read when they are asked for', async () => {
  const { readsFor } = onlyNode();
  expect(await readsFor(new Date(6000))).toBe(1);
  expect(await readsFor(new Date(1000))).toBe(1);
  expect(await readsFor()).toBe(1);
  expect(await readsFor()).toBe(0);
});

test('where it is not known what was written, they are always read', async () => {
  const { written, readsFor } = onlyNode();
  written.version = undefined;
  expect([await readsFor(), await readsFor()]).toEqual([1, 1]);
});
