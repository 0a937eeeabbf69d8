import { describe, expect, test } from 'vitest';
import { readHistory } from '../../../../src/features/monitoring/history/history-reading.js';
import { Resolution } from '../../../../src/features/monitoring/history/resolution.js';
import {
  columnsOfRollUps,
  columnsOfSamples,
  type RollUp,
  rollUpSamples,
} from '../../../../src/features/monitoring/history/roll-up.js';
import { measureNames } from '../../../../src/features/monitoring/measures.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const samples = (startMs: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ atMs: startMs + n * 5000, figures: measureNames.map(() => n) }));

describe('a range that begins within a chunk', () => {
  const source = { intervalMs: 5000, oldestMs: () => 0 };

  test('has no sample from before it, where samples are summed up too', async () => {
    const chunk = { startMs: 0, columns: columnsOfSamples(0, samples(0, 12)) };
    const read = async () => ({ written: [chunk], growing: [] });
    const answer = await readHistory({ fromMs: 30_000, toMs: MINUTE, points: 3 }, { ...source, read });
    expect(answer).toMatchObject({ resolution: Resolution.SAMPLES, stepMs: 15_000 });
    expect([Math.min(...(answer.minimum[0] as number[])), Math.max(...(answer.maximum[0] as number[]))]).toEqual([
      6, 11,
    ]);
  });

  test('has the hour that it begins in, at its first point', async () => {
    const hours: RollUp[] = [0, 1, 2].map((hour) => rollUpSamples(hour * HOUR, samples(hour * HOUR, 5 + hour)));
    const chunk = { startMs: 0, columns: columnsOfRollUps(0, HOUR, hours) };
    const read = async () => ({ written: [chunk], growing: [] });
    // The range starts halfway into the first hour.
    const answer = await readHistory({ fromMs: HOUR / 2, toMs: HOUR / 2 + 30 * DAY, points: 721 }, { ...source, read });
    expect(answer).toMatchObject({ resolution: Resolution.HOURS, stepMs: HOUR });
    expect([answer.atMs, answer.maximum[0]]).toEqual([
      [0, HOUR, 2 * HOUR],
      [4, 5, 6],
    ]);
    // Half-hour buckets start later than the hour.
    const fine = await readHistory(
      { fromMs: HOUR / 2, toMs: 3 * HOUR, points: 6 },
      { ...source, oldestMs: (resolution) => (resolution === Resolution.HOURS ? 0 : DAY), read },
    );
    expect([fine.atMs[0], fine.maximum[0]?.[0]]).toEqual([HOUR / 2, 4]);
  });
});
