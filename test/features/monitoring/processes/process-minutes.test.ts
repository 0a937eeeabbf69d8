import { describe, expect, test } from 'vitest';
import type { ProcessUse } from '../../../../src/features/monitoring/host/processes/process-times.js';
import { ProcessMinute } from '../../../../src/features/monitoring/processes/process-minute.entity.js';
import { ProcessMinutes } from '../../../../src/features/monitoring/processes/process-minutes.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** Start of the minute that contains the tests' current time. */
const NOW = Date.parse('2026-01-02T03:04:00.000Z');

function using(cpuPercent: number, name = 'node'): ProcessUse {
  return { name, cpuPercent, ramBytes: 4096 };
}

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`the processes of the last week on ${name}`, () => {
    const open = async (shownHost = 1) => {
      const { em } = await openTestDatabase(await locate());
      const clock = new FakeClock();
      const minutes = (host: number) => new ProcessMinutes({ em, clock, shownHost: () => host });
      const stored = async () => (await em.fork().find(ProcessMinute, {})).map(({ processes }) => processes);
      const rows = async () => (await stored()).length;
      return { minutes: minutes(shownHost), ofHost: minutes, clock, stored, rows };
    };

    test('are found by the minute, rounded', async () => {
      const { minutes } = await open();
      const processes = [
        { name: 'postgres', cpuPercent: 61.26, ramBytes: 3_000_000_001 },
        { name: 'a "b" \\c', cpuPercent: 0.04, ramBytes: 0 },
      ];
      await minutes.add(1, { startMs: NOW, processes });
      const kept = [
        { name: 'postgres', cpuPercent: 61.3, ramBytes: 3_000_000_512 },
        { name: 'a "b" \\c', cpuPercent: 0, ramBytes: 0 },
      ];
      expect(await minutes.peaks(NOW, NOW + 1)).toEqual([{ startMs: NOW, processes: kept }]);
      expect(await minutes.peaks(NOW + 1, NOW + MINUTE)).toEqual([]);
      expect(await minutes.peaks(NOW - DAY, NOW)).toEqual([]);
      expect(await minutes.peaks(-1e15, 8.64e15)).toHaveLength(1);
    });

    test('are of sixty minutes at most: of more those in which the processes used most, in their order', async () => {
      const { minutes } = await open();
      for (let minute = 0; minute < 61; minute += 1) {
        const processes = [using(minute === 7 ? 1 : 10), using(minute === 30 ? 80 : 0)];
        await minutes.add(1, { startMs: NOW + minute * MINUTE, processes });
      }
      const found = (await minutes.peaks(NOW, NOW + 61 * MINUTE)).map(({ startMs }) => (startMs - NOW) / MINUTE);
      expect(found).toEqual(Array.from({ length: 61 }, (_, minute) => minute).filter((minute) => minute !== 7));
      expect(await minutes.peaks(NOW, NOW + 60 * MINUTE)).toHaveLength(60);
    });

    test('are each machine’s own, and a minute that another node has stored stays', async () => {
      const { minutes, ofHost } = await open();
      await minutes.add(1, { startMs: NOW, processes: [using(1, 'first')] });
      await minutes.add(1, { startMs: NOW, processes: [using(2, 'again')] });
      await minutes.add(2, { startMs: NOW, processes: [using(3, 'other')] });
      const namesOf = async (host: number) =>
        (await ofHost(host).peaks(NOW, NOW + 1)).flatMap(({ processes }) => processes.map((one) => one.name));
      expect([await namesOf(1), await namesOf(2), await namesOf(3)]).toEqual([['first'], ['other'], []]);
    });

    test('the newest are those of the last three minutes', async () => {
      const { minutes, clock } = await open();
      expect(await minutes.newest()).toBeUndefined();
      await minutes.add(1, { startMs: NOW - 2 * MINUTE, processes: [using(1, 'before')] });
      await minutes.add(1, { startMs: NOW - MINUTE, processes: [using(1, 'newest')] });
      await minutes.add(2, { startMs: NOW, processes: [using(1, 'of another')] });
      expect((await minutes.newest())?.processes[0]?.name).toBe('newest');
      await clock.advance({ minutes: 1 });
      expect((await minutes.newest())?.processes[0]?.name).toBe('newest');
      await clock.advance({ minutes: 1 });
      expect(await minutes.newest()).toBeUndefined();
    });

    test('are kept for seven days, of every machine', async () => {
      const { minutes, clock, rows } = await open();
      for (const host of [1, 2]) {
        for (const startMs of [NOW - 7 * DAY - MINUTE, NOW - 7 * DAY, NOW - 7 * DAY + MINUTE, NOW]) {
          await minutes.add(host, { startMs, processes: [using(1)] });
        }
      }
      await minutes.prune();
      // The clock is within a minute, so the minute a week ago began before the limit.
      expect(await rows()).toBe(2 * 2);
      await clock.advance({ minutes: 7 * 1440 + 1 });
      await minutes.prune();
      expect(await rows()).toBe(0);
    });

    test('take less than 5 MB for a week, whatever the processes are called', async () => {
      const { minutes, rows, stored } = await open();
      const names = [
        '"'.repeat(99),
        '\\'.repeat(99),
        '\u0001'.repeat(99),
        '\ud800'.repeat(99),
        'é'.repeat(99),
        '𐐀'.repeat(99),
      ];
      const processes = names.map((worst) => ({ name: worst, cpuPercent: 99.9, ramBytes: 2 ** 42 }));
      await minutes.add(1, { startMs: NOW, processes });
      const [row = ''] = await stored();
      // Adds the overhead per row on PostgreSQL, including the index entry.
      expect((Buffer.byteLength(row) + 70) * 7 * 1440).toBeLessThan(5_000_000);
      const [read] = await minutes.peaks(NOW, NOW + 1);
      expect(read?.processes.map((one) => Buffer.byteLength(one.name))).toEqual([24, 24, 24, 24, 24, 24]);
      expect(await rows()).toBe(1);
    });
  });
}
