import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  gridLines,
  niceScale,
  type ScaleWish,
} from '../../../client/src/features/monitoring/charts/drawing/nice-scale';

const PERCENT = { minTop: 10, maxTop: 100 };
const scaleTo = (maximum: number, wish: Partial<ScaleWish> = PERCENT) =>
  gridLines(niceScale({ minimum: 0, maximum, minTop: 10, ...wish }));

describe('the scale of a chart', () => {
  test('fits its figures: three per cent do not lie at the bottom of a hundred', () => {
    expect(scaleTo(3)).toEqual([0, 2.5, 5, 7.5, 10]);
    expect(scaleTo(36)).toEqual([0, 10, 20, 30, 40]);
    expect(scaleTo(76)).toEqual([0, 20, 40, 60, 80]);
    expect(scaleTo(100)).toEqual([0, 25, 50, 75, 100]);
  });

  test('is divided by powers of two where bytes are counted', () => {
    expect(scaleTo(1500 * 1024, { minTop: 1024, binary: true }).map((line) => line / 1024)).toEqual([
      0, 512, 1024, 1536, 2048,
    ]);
  });

  test('has at most five lines, zero among them, and holds every figure', () => {
    const figure = fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1e12, noNaN: true }));
    fc.assert(
      fc.property(figure, figure, fc.boolean(), (up, down, binary) => {
        const lines = gridLines(niceScale({ minimum: -down, maximum: up, minTop: 1, binary }));
        expect(lines.length).toBeLessThanOrEqual(5);
        expect(lines).toContain(0);
        expect(lines[0]).toBeLessThanOrEqual(-down);
        expect(lines.at(-1)).toBeGreaterThanOrEqual(up);
      }),
    );
  });

  test('of a half has at most three lines, and is filled by its figures to five eighths at least', () => {
    fc.assert(
      fc.property(fc.double({ min: 1024, max: 1e12, noNaN: true }), (most) => {
        const { low, high, step } = niceScale({ minimum: 0, maximum: most, minTop: 1024, binary: true, intervals: 2 });
        expect(low).toBe(0);
        expect(Math.round(high / step)).toBeLessThanOrEqual(2);
        expect(most / high).toBeGreaterThan(5 / 8);
        expect(high).toBeGreaterThanOrEqual(most);
      }),
    );
  });

  test('of one side has four or five lines too', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (most) => {
        const lines = scaleTo(most);
        expect([4, 5]).toContain(lines.length);
        expect(lines.at(-1)).toBeGreaterThanOrEqual(most);
        expect(lines.at(-1)).toBeLessThanOrEqual(100);
      }),
    );
  });
});
