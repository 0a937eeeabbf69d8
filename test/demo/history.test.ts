import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FILLED_DAYS, historyOf } from '../../src/demo/fill-history.js';
import { inventedMachines } from '../../src/demo/machines/machines.js';
import { InventedReadings } from '../../src/demo/machines/readings.js';
import { decodeColumns } from '../../src/features/monitoring/history/chunk-codec.js';
import { Resolution } from '../../src/features/monitoring/history/resolution.js';
import { type RollUp, rollUpsOfColumns } from '../../src/features/monitoring/history/roll-up.js';
import { createStoredSample } from '../../src/features/monitoring/history/stored-sample.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const starts = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2040-01-01') });
const machines = fc.constantFrom(...inventedMachines);

/** Two years before the start to a month after it, for which a demonstration may be left running. */
const agesMs = fc.integer({ min: -730 * DAY_MS, max: 30 * DAY_MS });

describe('an invented machine (contract 10)', () => {
  test('has plausible figures at any time, the same each time', () => {
    fc.assert(
      fc.property(machines, starts, agesMs, fc.integer({ min: -720, max: 840 }), (machine, startMs, ageMs, zone) => {
        const readings = new InventedReadings(machine, startMs, zone);
        const reading = readings.at(startMs + ageMs);
        expect(readings.at(startMs + ageMs)).toEqual(reading);
        const percents = [
          reading.cpuPercent,
          ...(reading.corePercents ?? []),
          (reading.diskUsedBytes / reading.diskTotalBytes) * 100,
          (reading.ramAvailableBytes / reading.ramTotalBytes) * 100,
        ];
        for (const percent of percents) expect(percent).toBeGreaterThanOrEqual(0);
        for (const percent of percents) expect(percent).toBeLessThanOrEqual(100);
        const rates = [...Object.values(reading.network ?? {}), ...Object.values(reading.diskActivity ?? {})];
        for (const rate of [...rates, ...(reading.loadAverage ?? [])]) expect(rate).toBeGreaterThanOrEqual(0);
        const wholes = [
          ...[reading.ramTotalBytes, reading.ramAvailableBytes, reading.swapTotalBytes, reading.swapUsedBytes],
          ...[reading.diskTotalBytes, reading.diskUsedBytes, reading.diskAvailableBytes, reading.uptimeSeconds],
        ];
        for (const whole of wholes) expect(Number.isSafeInteger(whole)).toBe(true);
        expect(reading.swapUsedBytes).toBeLessThanOrEqual(reading.swapTotalBytes);
        const { figures } = createStoredSample({ ...reading, sampledAt: new Date(startMs + ageMs).toISOString() });
        for (const figure of figures) expect(figure === null || Number.isSafeInteger(figure)).toBe(true);
      }),
    );
  });

  test('one has a disk that is more than 90 % full since an hour or more, and the others have not', () => {
    fc.assert(
      fc.property(starts, (startMs) => {
        const fullest = inventedMachines.map((machine) => {
          const readings = new InventedReadings(machine, startMs);
          const percentsAt = (atMs: number) =>
            (readings.at(atMs).fileSystems ?? []).map(
              ({ usedBytes, totalBytes }) => ((usedBytes ?? 0) / (totalBytes ?? 1)) * 100,
            );
          return [startMs - 60 * MINUTE_MS, startMs, startMs + 10 * DAY_MS].map((atMs) =>
            Math.max(...percentsAt(atMs)),
          );
        });
        expect(fullest.filter((percents) => percents.every((percent) => percent > 90))).toHaveLength(1);
        expect(fullest.filter((percents) => percents.every((percent) => percent < 80))).toHaveLength(2);
      }),
    );
  });

  test('one is late now and then, and never for as long as a machine that is away', () => {
    fc.assert(
      fc.property(starts, (startMs) => {
        const silences = inventedMachines.map((machine) =>
          longestSilence(new InventedReadings(machine, startMs), startMs),
        );
        expect(silences.toSorted((a, b) => a - b)).toEqual([0, 0, expect.any(Number)]);
        // Late after 15 s, and away after two minutes.
        expect(Math.max(...silences)).toBeGreaterThan(30);
        expect(Math.max(...silences)).toBeLessThan(110);
      }),
      { numRuns: 20 },
    );
  });
});

describe('the history of an invented machine', () => {
  const nowMs = Date.parse('2026-11-27T13:37:42.000Z');

  test.each(inventedMachines.map((machine) => [machine.facts.name, machine] as const))(
    'that of %s is two years without a hole, but where the machine was off',
    (_name, machine) => {
      const readings = new InventedReadings(machine, nowMs, 0);
      const rows = historyOf(readings, nowMs);
      const hours = rows
        .filter(([resolution]) => resolution === Resolution.HOURS)
        .flatMap(([, startMinute, data]) =>
          rollUpsOfColumns(startMinute * MINUTE_MS, 60 * MINUTE_MS, decodeColumns(data)),
        );
      expect(hours.length).toBeGreaterThanOrEqual(730 * 24);
      const firstMs = hours[0]?.startMs ?? 0;
      expect(hours.filter(({ startMs }, index) => startMs !== firstMs + index * 60 * MINUTE_MS)).toEqual([]);
      expect(hours.at(-1)?.startMs).toBe(Date.parse('2026-11-27T13:00:00.000Z'));
      const isBetween = ({ minimum, average, maximum }: RollUp) =>
        average.every(
          (value, measure) => value === null || (atMost(minimum[measure], value) && atMost(value, maximum[measure])),
        );
      expect(hours.filter((hour) => !isBetween(hour))).toEqual([]);
      const samples = rows.filter(([resolution]) => resolution === Resolution.SAMPLES);
      const minutes = samples.map(([, startMinute]) => startMinute);
      expect(new Set(minutes).size).toBe(minutes.length);
      expect(Math.max(...minutes)).toBe(Math.floor(nowMs / MINUTE_MS));
      // The one that is late now and then misses a whole minute of twelve.
      expect(minutes.length).toBeGreaterThan(0.9 * FILLED_DAYS[Resolution.SAMPLES] * 1440);
      const bytes = rows.reduce((sum, [, , data]) => sum + data.length, 0);
      expect(bytes).toBeLessThan(4_000_000);
    },
  );

  test('shows what an episode was: the processor of the web server, a day ago', () => {
    const [, web] = inventedMachines;
    if (!web) throw new Error('There is one machine only');
    const readings = new InventedReadings(web, nowMs, 0);
    const [episode] = web.episodes.filter(({ cpuPercent }) => cpuPercent !== undefined);
    const middleMs = nowMs - (episode?.agoMinutes ?? 0) * MINUTE_MS + ((episode?.minutes ?? 0) / 2) * MINUTE_MS;
    expect(readings.at(middleMs).cpuPercent).toBeGreaterThan(90);
    expect(readings.at(middleMs - 90 * MINUTE_MS).cpuPercent).toBeLessThan(85);
  });
});

function atMost(one: number | null | undefined, other: number | null | undefined): boolean {
  return typeof one === 'number' && typeof other === 'number' && one <= other;
}

/** The longest time in seconds, within an hour, in which nothing is measured. */
function longestSilence(readings: InventedReadings, startMs: number): number {
  let longest = 0;
  let silent = 0;
  for (let second = 0; second < 3600; second += 1) {
    silent = readings.isSilentAt(startMs + second * 1000) ? silent + 1 : 0;
    longest = Math.max(longest, silent);
  }
  return longest;
}
