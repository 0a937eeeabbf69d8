import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsOfSamples, rollUp, rollUpSamples } from '../../../../src/features/monitoring/history/roll-up.js';
import type { StoredSample } from '../../../../src/features/monitoring/history/stored-sample.js';
import {
  eachSample,
  SAMPLE_LAYOUT,
  Summary,
  type SummaryRequest,
} from '../../../../src/features/monitoring/history/summary.js';
import { measureNames } from '../../../../src/features/monitoring/measures.js';

const FIVE_SECONDS = 5000;

function sample(atMs: number, figure: number | null): StoredSample {
  return { atMs, figures: measureNames.map(() => figure) };
}

function summarise(samples: readonly StoredSample[], request: SummaryRequest) {
  const summary = new Summary(request);
  const columns = columnsOfSamples(0, samples);
  for (const [index, { atMs }] of samples.entries()) {
    if (atMs >= request.fromMs && atMs < request.toMs) summary.add({ atMs, count: 1, columns, index }, SAMPLE_LAYOUT);
  }
  return summary.result();
}

const samplesOverTime = fc
  .array(fc.tuple(fc.integer({ min: 1000, max: 60_000 }), fc.option(fc.nat(1000), { nil: null })), { minLength: 1 })
  .map((steps) => {
    let atMs = 0;
    return steps.map(([afterMs, figure]) => {
      atMs += afterMs;
      return sample(atMs, figure);
    });
  });

describe('a summary of samples', () => {
  test('has at most the points asked for, and hides neither peak nor least', () => {
    const ranges = fc.record({
      fromMs: fc.nat(500_000),
      lengthMs: fc.integer({ min: 1, max: 3_000_000 }),
      points: fc.integer({ min: 2, max: 50 }),
    });
    fc.assert(
      fc.property(samplesOverTime, ranges, (samples, { fromMs, lengthMs, points }) => {
        const request = { fromMs, toMs: fromMs + lengthMs, points, gapMs: 12_500 };
        const inside = samples.filter(({ atMs }) => atMs >= fromMs && atMs < request.toMs);
        const summary = summarise(samples, request);
        expect(summary.atMs.length).toBeLessThanOrEqual(points);
        const known = inside.flatMap(({ figures }) => figures[0] ?? []);
        const present = (series: readonly (number | null)[] = []) => series.filter((figure) => figure !== null);
        expect(Math.max(...present(summary.maximum[0]))).toBe(Math.max(...known));
        expect(Math.min(...present(summary.minimum[0]))).toBe(Math.min(...known));
        expect([...summary.atMs]).toEqual([...summary.atMs].sort((a, b) => a - b));
      }),
    );
  });

  test('cuts time at the same points at every call', () => {
    const samples = Array.from({ length: 200 }, (_, n) => sample(n * FIVE_SECONDS, n));
    const at = (fromMs: number) => summarise(samples, { fromMs, toMs: fromMs + 500_000, points: 11, gapMs: 12_500 });
    expect(at(100_000).stepMs).toBe(50_000);
    const [first, later] = [at(100_000), at(105_000)];
    expect(later.atMs.slice(1, 9)).toEqual(first.atMs.slice(1, 9));
    expect(later.average[0]?.slice(1, 9)).toEqual(first.average[0]?.slice(1, 9));
  });

  test('weighs averages by what they stand for', () => {
    const minute = rollUpSamples(0, [sample(0, 10), sample(5000, 20), sample(10_000, null)]);
    expect([minute.minimum[0], minute.average[0], minute.maximum[0], minute.count]).toEqual([10, 15, 20, 3]);
    const hour = rollUp(0, [
      { ...minute, count: 1 },
      {
        ...minute,
        startMs: 60_000,
        count: 3,
        average: measureNames.map(() => 19),
        maximum: measureNames.map(() => 50),
      },
    ]);
    expect([hour.minimum[0], hour.average[0], hour.maximum[0], hour.count]).toEqual([10, 18, 50, 4]);
    expect(rollUp(0, []).average[0]).toBeNull();
  });

  test('shows a gap as a gap, and jitter as none', () => {
    const before = Array.from({ length: 20 }, (_, n) => sample(n * 5000 + (n % 2), 1));
    const after = Array.from({ length: 20 }, (_, n) => sample(300_000 + n * 5000, 2));
    const { atMs, average } = summarise([...before, ...after], { fromMs: 0, toMs: 400_000, points: 80, gapMs: 12_500 });
    expect(average[0]?.filter((figure) => figure === null)).toHaveLength(1);
    const gapAt = atMs[average[0]?.indexOf(null) ?? -1] ?? 0;
    expect(gapAt > 95_000 && gapAt < 300_000).toBe(true);
  });
});

describe('samples that are few enough', () => {
  const request = { fromMs: 0, toMs: 100_000, points: 10, gapMs: 12_500 };

  test('are given as they are', () => {
    const samples = Array.from({ length: 10 }, (_, n) => sample(n * 5000, n));
    const found = eachSample([{ startMs: 0, columns: columnsOfSamples(0, samples) }], request);
    expect(found?.atMs).toEqual(samples.map(({ atMs }) => atMs));
    expect(found?.average[8]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('and one too many are summed up; a gap counts as a point', () => {
    const eleven = Array.from({ length: 11 }, (_, n) => sample(n * 5000, n));
    expect(eachSample([{ startMs: 0, columns: columnsOfSamples(0, eleven) }], request)).toBeUndefined();
    const gap = [...eleven.slice(0, 5), ...eleven.slice(8, 10)];
    const found = eachSample([{ startMs: 0, columns: columnsOfSamples(0, gap) }], request);
    expect(found?.average[0]).toEqual([0, 1, 2, 3, 4, null, 8, 9]);
    const nineAndGap = [...eleven.slice(0, 5), ...Array.from({ length: 5 }, (_, n) => sample(60_000 + n * 5000, n))];
    expect(eachSample([{ startMs: 0, columns: columnsOfSamples(0, nineAndGap) }], request)).toBeUndefined();
  });
});
