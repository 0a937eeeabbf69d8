import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clockOffsetMinutes } from '../../../../src/features/monitoring/agents/clock-offset.js';

const MINUTE = 60_000;

describe('the minutes that are added to the times of an agent (contract 13)', () => {
  test('are none while the clocks agree to 45 seconds', () => {
    expect([45_000, -45_000, 0].map((ms) => clockOffsetMinutes(ms, 0))).toEqual([0, 0, 0]);
    expect([45_001, -45_001].map((ms) => clockOffsetMinutes(ms, 0))).toEqual([-1, 1]);
    expect(clockOffsetMinutes(60 * MINUTE + 7000, 0)).toBe(-60);
  });

  test('bring every time into its place, and stay the same as long as they do', () => {
    const skew = fc.integer({ min: -(10 ** 10), max: 10 ** 10 });
    fc.assert(
      fc.property(
        skew,
        fc.integer({ min: -100_000, max: 100_000 }),
        fc.integer({ min: -40, max: 40 }),
        (ms, before, n) => {
          const offset = clockOffsetMinutes(ms, before);
          expect(Number.isInteger(offset)).toBe(true);
          expect(Math.abs(ms + offset * MINUTE)).toBeLessThanOrEqual(45_000);
          expect(clockOffsetMinutes(ms, offset)).toBe(offset);
          const near = ms + (n / 40) * (45_000 - Math.abs(ms + offset * MINUTE));
          expect(clockOffsetMinutes(near, offset)).toBe(offset);
        },
      ),
    );
  });
});
