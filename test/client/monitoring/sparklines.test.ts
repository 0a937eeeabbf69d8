import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withReading, withStored } from '../../../client/src/features/monitoring/charts/sparklines/minute-points.js';
import { sparkPath } from '../../../client/src/features/monitoring/charts/sparklines/spark-path.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

describe('the minutes of a small chart', () => {
  test('are averages of the readings in them, and go back an hour, in the order of time', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3 * HOUR), fc.nat(100)), { maxLength: 200 }), (readings) => {
        const points = readings.reduce<ReturnType<typeof withReading>>(
          (before, [at, cpu]) => withReading(before, at, { cpu }),
          [],
        );
        const times = points.map(({ at }) => at);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(HOUR);
        const last = points.at(-1);
        const inLast = readings.filter(([at]) => Math.floor(at / MINUTE) * MINUTE === last?.at).map(([, cpu]) => cpu);
        const average = inLast.reduce((sum, cpu) => sum + cpu, 0) / Math.max(1, inLast.length);
        expect(last?.figures.cpu ?? 0).toBeCloseTo(average);
      }),
    );
  });

  test('keep what one of two readings does not have', () => {
    const points = withReading(withReading([], 0, { cpu: 10, sent: null }), 5, { cpu: null, sent: 4 });
    expect(points).toMatchObject([{ at: 0, figures: { cpu: 10, sent: 4 } }]);
  });

  test('are those of the history, then what was received since', () => {
    const received = withReading(withReading([], 60, { cpu: 1 }), 180, { cpu: 2 });
    const stored = [0, 60, 120].map((at) => ({ at, figures: { cpu: 50 } }));
    expect(withStored(received, stored).map(({ at, figures }) => [at, figures.cpu])).toEqual([
      [0, 50],
      [60, 50],
      [120, 50],
      [180, 2],
    ]);
  });
});

describe('the line of a small chart', () => {
  const scale = { name: 'cpu', end: 59 * MINUTE, top: 100, zero: 100, edge: 0 };
  const at = (minute: number, cpu: number | null) => ({ at: minute * MINUTE, figures: { cpu } });

  test('ends at the right with the newest minute, above an area', () => {
    const { line, area } = sparkPath([at(0, 0), at(1, 50), at(59, 100)].slice(0, 2), scale);
    expect(line).toBe('M0.0 100.0h0L1.7 50.0');
    expect(area).toBe('M0.0 100L0.0 100.0L1.7 50.0L1.7 100Z');
    expect(sparkPath([at(59, 100)], scale).line).toBe('M100.0 0.0h0');
  });

  test('is broken where nothing was measured, but not where a minute is late', () => {
    const pieces = (points: ReturnType<typeof at>[]) => sparkPath(points, scale).line.split('M').length - 1;
    expect(pieces([at(10, 1), at(13, 1)])).toBe(1);
    expect(pieces([at(10, 1), at(14, 1)])).toBe(2);
    expect(pieces([at(10, 1), at(11, null), at(12, 1)])).toBe(2);
  });

  test('leaves out what is older than an hour, and never leaves its box', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: -90, max: 59 }), fc.nat(500)), { maxLength: 70 }), (all) => {
        const points = all.sort(([a], [b]) => a - b).map(([minute, cpu]) => at(minute, cpu));
        const { line } = sparkPath(points, scale);
        for (const [, x, y] of line.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)) {
          expect(Number(x)).toBeGreaterThanOrEqual(0);
          expect(Number(x)).toBeLessThanOrEqual(100);
          expect(Number(y)).toBeGreaterThanOrEqual(0);
          expect(Number(y)).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});
