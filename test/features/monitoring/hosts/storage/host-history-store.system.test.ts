import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ChunkTable } from '../../../../../src/features/monitoring/history/chunk-table.js';
import { type HistoryRange, readHistory } from '../../../../../src/features/monitoring/history/history-reading.js';
import { Resolution } from '../../../../../src/features/monitoring/history/resolution.js';
import { createStoredSample } from '../../../../../src/features/monitoring/history/stored-sample.js';
import { HostHistoryStore } from '../../../../../src/features/monitoring/hosts/storage/host-history-store.js';
import { HostTable } from '../../../../../src/features/monitoring/hosts/storage/host-table.js';
import type { Sample } from '../../../../../src/features/monitoring/sampler.js';
import { openTestDatabase } from '../../../../support/databases/databases.js';
import { FakeClock } from '../../../../support/fakes/fake-clock.js';
import { FakeHost } from '../../../../support/fakes/fake-host.js';
import { createOwnHistory, FACTS, RETENTION_DAYS } from '../../../../support/own-history.js';
import { newDatabaseUrl, nodesCanRun } from '../../../../support/processes/nodes.js';

const START = Date.parse('2026-01-02T03:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MEASURING = {
  intervalMs: 5000,
  retentionDays: RETENTION_DAYS,
};
const { reading } = new FakeHost();

function sampleAt(ms: number, cpuPercent = 0): Sample {
  return { ...reading, cpuPercent, sampledAt: new Date(ms).toISOString() };
}

async function createStore() {
  const { em } = await openTestDatabase({ kind: 'postgresql', url: await newDatabaseUrl() });
  const clock = new FakeClock(new Date(START));
  const table = new HostTable(em, clock);
  const store = new HostHistoryStore(em);
  const register = (id: string = randomUUID()) => table.register({ id, facts: FACTS, ...MEASURING });
  const read = (number: number, range: HistoryRange) =>
    readHistory(range, {
      intervalMs: MEASURING.intervalMs,
      oldestMs: () => 0,
      read: (resolution) => store.read(number, resolution, range.fromMs, range.toMs),
    });
  const cpuOf = async (number: number) =>
    (await read(number, { fromMs: START - HOUR, toMs: START + HOUR, points: 10_000 })).average[0];
  return { em, table, store, register, clock, read, cpuOf };
}

describe.runIf(nodesCanRun)('the histories of several machines on PostgreSQL (contract 13)', () => {
  test('say at every moment what the history of a single machine would say', async () => {
    const { store, register, clock, read } = await createStore();
    const numbers = [await register(), await register()];
    const other = await openTestDatabase({ kind: 'sqlite', file: ':memory:' });
    const single = (await createOwnHistory(other, { clock })).open();
    const ranges = [
      { fromMs: START, toMs: START + 2 * HOUR, points: 10_000 },
      { fromMs: START, toMs: START + 2 * HOUR, points: 100 },
      // With one point per day, a rolled-up hour belongs to one point, but its samples in memory may belong to two.
      { fromMs: START - 3 * HOUR, toMs: START - 3 * HOUR + 100 * DAY, points: 101 },
    ];
    for (let n = 0; n < 130; n += 1) {
      const sample = sampleAt(START + HOUR - 5 * MINUTE + n * 5000, (n * 37) % 100);
      single.add(sample);
      for (const number of numbers) expect(await store.storeNewest(number, 'a', sample)).toBe(true);
      if (n % 13 !== 0) continue;
      for (const range of ranges) {
        const expected = await single.read(range);
        for (const number of numbers) {
          const answer = await read(number, range);
          expect(answer.atMs).toEqual(expected.atMs);
          for (const kind of ['minimum', 'maximum'] as const) expect(answer[kind]).toEqual(expected[kind]);
          for (const [point, figure] of (answer.average[0] ?? []).entries()) {
            expect(figure).toBeCloseTo(expected.average[0]?.[point] ?? Number.NaN, -1);
          }
        }
      }
    }
  });

  test('lose no sample when several write the same minute at once, and keep none twice', async () => {
    const { store, register, cpuOf } = await createStore();
    const number = await register();
    const samples = Array.from({ length: 24 }, (_, n) => sampleAt(START + n * 2500, n));
    const write = (sample: Sample) => [
      store.fill(number, [createStoredSample(sample)], 1000),
      store.fill(number, [createStoredSample(sample)], 1000),
      store.storeNewest(number, 'a', sample),
    ];
    // Writes in groups, since writes wait for each other: on a busy machine, the last of 72 concurrent ones would be
    // rejected as busy after five seconds.
    for (let n = 0; n < samples.length; n += 6) await Promise.all(samples.slice(n, n + 6).flatMap(write));
    expect(await cpuOf(number)).toEqual(samples.map((_, n) => n * 10));
  });

  test('a sample that had to wait is stored where nothing else was measured', async () => {
    const { store, register, cpuOf } = await createStore();
    const number = await register();
    await store.storeNewest(number, 'a', sampleAt(START, 1));
    await store.storeNewest(number, 'a', sampleAt(START + 20_000, 5));
    const waiting = [2000, 7000, 12_000, 18_000].map((ms, n) => createStoredSample(sampleAt(START + ms, 70 + n)));
    await store.fill(number, waiting, 2500);
    expect(await cpuOf(number)).toEqual([10, 710, 720, 50]);
  });

  test('one node stores the samples of a machine; another does when that has stored none for one and a half intervals', async () => {
    const { em, table, store, cpuOf } = await createStore();
    const number = await table.register({ id: randomUUID(), facts: FACTS, ...MEASURING, intervalMs: MINUTE });
    expect(await store.storeNewest(number, 'a', sampleAt(START, 1))).toBe(true);
    expect(await store.storeNewest(number, 'b', sampleAt(START + 2000, 2))).toBe(false);
    const sleep = (seconds: number) =>
      em.getConnection().execute(`update hosts set last_seen_at = last_seen_at - ? * interval '1 second'`, [seconds]);
    await sleep(70);
    expect(await store.storeNewest(number, 'b', sampleAt(START + 7000, 3))).toBe(false);
    await sleep(21);
    expect(await store.storeNewest(number, 'b', sampleAt(START + 8000, 4))).toBe(true);
    expect(await store.storeNewest(number, 'a', sampleAt(START + 10_000, 5))).toBe(false);
    await table.release(number, 'a');
    expect(await store.storeNewest(number, 'a', sampleAt(START + 10_000, 5))).toBe(false);
    await table.release(number, 'b');
    expect(await store.storeNewest(number, 'a', sampleAt(START + 15_000, 6))).toBe(true);
    expect(await cpuOf(number)).toEqual([10, 40, 60]);
  });

  test('a minute whose node died amid it is summed up by the next sample, however late that comes', async () => {
    const { em, store, register, read } = await createStore();
    const number = await register();
    for (let n = 0; n < 3; n += 1) await store.storeNewest(number, 'a', sampleAt(START + n * 5000, 50));
    await store.storeNewest(number, 'a', sampleAt(START + 3 * HOUR, 10));
    const chunks = await new ChunkTable(em.fork(), number).readRollUps(Resolution.MINUTES, START, START + HOUR);
    expect(chunks.written.map(({ columns }) => [...(columns[1] ?? [])])).toEqual([[3]]);
    const day = await read(number, { fromMs: START, toMs: START + DAY, points: 25 });
    expect(day.average[0]?.filter((figure) => figure !== null)).toEqual([500, 100]);
  });

  test('machines are numbered in the order in which they appear, without gaps, each once', async () => {
    const { table, register } = await createStore();
    const ids = Array.from({ length: 6 }, () => randomUUID());
    const numbers = await Promise.all([...ids, ...ids].map((id) => register(id)));
    expect([...numbers.slice(0, 6)].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(numbers.slice(6)).toEqual(numbers.slice(0, 6));
    expect(await register()).toBe(7);
    expect(await table.shown()).toBeUndefined();
  });
});
