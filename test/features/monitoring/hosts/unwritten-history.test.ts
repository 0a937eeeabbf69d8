import { describe, expect, onTestFinished, test } from 'vitest';
import { HostChunk } from '../../../../src/features/monitoring/history/host-chunk.entity.js';
import { Resolution } from '../../../../src/features/monitoring/history/resolution.js';
import { measureNames } from '../../../../src/features/monitoring/measures.js';
import type { Sample } from '../../../../src/features/monitoring/sampler.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { FakeHost } from '../../../support/fakes/fake-host.js';
import { createOwnHistory } from '../../../support/own-history.js';

const START = new Date('2026-01-02T03:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const { reading } = new FakeHost();

function sampleAt(ms: number, changes: Partial<Sample> = {}): Sample {
  return { ...reading, sampledAt: new Date(ms).toISOString(), ...changes };
}

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`the history on ${name}`, () => {
    async function createHistory(intervalMs = 5000) {
      const database = await openTestDatabase(await locate());
      const clock = new FakeClock(START);
      const lines: string[] = [];
      const logger = { log: (_: string, line: string) => lines.push(line) };
      const { store, open } = await createOwnHistory(database, { clock, intervalMs, logger });
      return { em: database.em, clock, lines, store, open, history: open() };
    }

    /** Adds a sample every five seconds from `fromMs`, with the CPU cycling from 0 to 99. */
    function fill(history: { add(sample: Sample): void }, count: number, fromMs = START.getTime()) {
      for (let n = 0; n < count; n += 1) history.add(sampleAt(fromMs + n * 5000, { cpuPercent: n % 100 }));
    }

    const range = (fromMs: number, lengthMs: number, points = 300) => ({
      fromMs: START.getTime() + fromMs,
      toMs: START.getTime() + fromMs + lengthMs,
      points,
    });

    test('gives every sample back as it was, written or not yet', async () => {
      const { history } = await createHistory();
      fill(history, 30);
      const { resolution, stepMs, atMs, average } = await history.read(range(0, 150_000));
      expect([resolution, stepMs]).toEqual([Resolution.SAMPLES, 0]);
      expect(atMs).toEqual(Array.from({ length: 30 }, (_, n) => START.getTime() + n * 5000));
      expect(average[0]).toEqual(Array.from({ length: 30 }, (_, n) => n * 10));
      expect((await history.read(range(60_000, 30_000))).average[0]).toEqual([120, 130, 140, 150, 160, 170]);
    });

    test('is written once a minute, when the minute is over, and the rest at the end', async () => {
      const { history, em } = await createHistory();
      const minutes = () => em.fork().count(HostChunk, { resolution: Resolution.SAMPLES });
      fill(history, 26);
      await expect.poll(minutes).toBe(2);
      await history.flush();
      expect(await minutes()).toBe(3);
    });

    test('is there after a stop and a start, also within a minute', async () => {
      const { history, open } = await createHistory();
      fill(history, 5);
      await history.flush();
      const next = open();
      fill(next, 5, START.getTime() + 30_000);
      await next.flush();
      const { average } = await open().read(range(0, MINUTE));
      expect(average[0]).toEqual([0, 10, 20, 30, 40, 0, 10, 20, 30, 40]);
      const minutes = await open().read(range(0, 2 * DAY));
      expect(minutes.maximum[0]).toEqual([40]);
    });

    test('sums up minutes and hours, and says the same of the time that is not yet written', async () => {
      const { history } = await createHistory();
      fill(history, 12 * 60 * 3 + 6);
      const { resolution, average, minimum, maximum, atMs } = await history.read(range(0, 5 * HOUR, 100));
      expect(resolution).toBe(Resolution.MINUTES);
      expect(atMs.length).toBeLessThanOrEqual(100);
      expect([Math.min(...(minimum[0] as number[])), Math.max(...(maximum[0] as number[]))]).toEqual([0, 990]);
      for (const [point, figure] of (average[0] as number[]).entries()) {
        expect(figure > (minimum[0]?.[point] ?? 0) && figure < (maximum[0]?.[point] ?? 0)).toBe(true);
      }
      // With one point per day, a rolled-up hour belongs to one point, but its samples in memory may belong to two.
      const days = await history.read(range(0, 300 * DAY, 301));
      expect(days.resolution).toBe(Resolution.HOURS);
      const ends = ({ minimum, maximum }: typeof days) => [...(minimum[0] ?? []), ...(maximum[0] ?? [])].sort();
      expect(ends(days).filter((figure) => figure !== 0 && figure !== 990)).toEqual([]);
      await history.flush();
      const written = await history.read(range(0, 300 * DAY, 301));
      expect([written.atMs, ends(written)]).toEqual([days.atMs, ends(days)]);
      for (const [point, figure] of (written.average[0] as number[]).entries()) {
        expect(Math.abs(figure - (days.average[0]?.[point] ?? 0))).toBeLessThan(1);
        expect(Math.abs(figure - 490)).toBeLessThan(15);
      }
    });

    test('a peak of one sample is seen in a year', async () => {
      const { history } = await createHistory();
      for (let hour = 0; hour < 30; hour += 1) history.add(sampleAt(START.getTime() + hour * HOUR));
      history.add(sampleAt(START.getTime() + 10 * HOUR + 7000, { cpuPercent: 98.7 }));
      await history.flush();
      const { maximum } = await history.read(range(-300 * DAY, 365 * DAY, 100));
      expect(Math.max(...(maximum[0] as number[]))).toBe(987);
    });

    test('a time without samples is a gap', async () => {
      const { history, open } = await createHistory();
      fill(history, 24);
      await history.flush();
      const later = open();
      fill(later, 24, START.getTime() + 10 * MINUTE);
      await later.flush();
      const { average } = await later.read(range(0, 15 * MINUTE));
      expect(average[0]).toHaveLength(49);
      expect(average[0]?.[24]).toBeNull();
      const summed = await later.read(range(0, DAY, 1000));
      expect(summed.average[0]?.filter((figure) => figure === null)).toHaveLength(1);
    });

    test('forgets what is older than the retention, and nothing else', async () => {
      const { history, clock, em } = await createHistory(MINUTE);
      for (let minute = 0; minute < 500; minute += 1) history.add(sampleAt(START.getTime() + minute * MINUTE));
      await history.flush();
      const count = (resolution: Resolution) => em.fork().count(HostChunk, { resolution });
      expect([await count(Resolution.SAMPLES), await count(Resolution.MINUTES)]).toEqual([500, 9]);
      await clock.advance({ minutes: 30 * 24 * 60 + 300 });
      await history.prune();
      expect([await count(Resolution.SAMPLES), await count(Resolution.MINUTES)]).toEqual([200, 9]);
      const samples = await history.read(range(300 * MINUTE, HOUR));
      expect(samples.average[0]).toHaveLength(60);
      // For ranges whose samples are gone, the history returns minutes.
      expect((await history.read(range(0, HOUR, 1000))).resolution).toBe(Resolution.MINUTES);
      await clock.advance({ minutes: 800 * 24 * 60 });
      await history.prune();
      expect(await em.fork().count(HostChunk, {})).toBe(0);
    });

    test('what cannot be written waits in memory and is written later', async () => {
      const { em, store, lines, open } = await createHistory();
      let broken = true;
      const write = store.fill.bind(store);
      store.fill = async (...minute) => {
        if (broken) throw new Error('the disk is full');
        await write(...minute);
      };
      const history = open(store);
      onTestFinished(() => history.flush());
      fill(history, 60);
      await history.flush();
      expect((await history.read(range(0, 300_000))).average[0]).toHaveLength(60);
      expect(lines).toEqual(['The history cannot be written: it is kept in memory']);
      broken = false;
      await history.flush();
      expect(lines.at(-1)).toBe('The history is being written again');
      expect((await history.read(range(0, 300_000))).average[0]).toHaveLength(60);
      expect(await em.fork().count(HostChunk, { resolution: Resolution.SAMPLES })).toBe(5);
    });

    test('samples that were taken less often are no gaps', async () => {
      const { history } = await createHistory(1000);
      for (let n = 0; n < 60; n += 1) history.add(sampleAt(START.getTime() + n * 5000));
      await history.flush();
      expect((await history.read(range(0, 5 * MINUTE))).average[0]).not.toContain(null);
    });

    test('figures that cannot be stop nothing', async () => {
      const { history } = await createHistory();
      history.add(sampleAt(START.getTime(), { swapUsedBytes: -1e9, cpuPercent: Number.NaN }));
      fill(history, 3, START.getTime() + 5000);
      await history.flush();
      const { average } = await history.read(range(0, MINUTE));
      expect([average[0], average[measureNames.indexOf('swapPercent')]?.[0]]).toEqual([[null, 0, 10, 20], 0]);
    });

    test('a clock that is set back loses nothing', async () => {
      const { history } = await createHistory();
      fill(history, 24, START.getTime() + 10 * MINUTE);
      fill(history, 24, START.getTime());
      await history.flush();
      const { atMs } = await history.read(range(0, 15 * MINUTE));
      expect(atMs.filter((at) => (at - START.getTime()) % 5000 === 0).length).toBeGreaterThanOrEqual(48);
    });
  });
}
