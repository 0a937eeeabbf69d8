import { describe, expect, test } from 'vitest';
import { type RollUp, rollUp, rollUpSamples } from '../../../../src/features/monitoring/history/roll-up.js';
import { measureNames } from '../../../../src/features/monitoring/measures.js';

const all = <T>(figure: T) => measureNames.map(() => figure);

function part(startMs: number, count: number, figure: number | null): RollUp {
  return { startMs, count, minimum: all(figure), average: all(figure), maximum: all(figure) };
}

describe('a roll-up', () => {
  test('weighs an average by its samples, and leaves out those in which nothing was measured', () => {
    const { count, average, minimum, maximum } = rollUp(0, [
      part(0, 1, 10),
      part(60_000, 3, 50),
      part(120_000, 4, null),
    ]);
    expect([count, average[0], minimum[0], maximum[0]]).toEqual([8, 40, 10, 50]);
    expect(rollUp(0, [part(0, 4, null)]).average[0]).toBeNull();
  });

  test('rounds an average to the nearest figure that can be stored', () => {
    const averageOf = (...figures: number[]) =>
      rollUpSamples(
        0,
        figures.map((figure, index) => ({ atMs: index, figures: all(figure) })),
      ).average[0];
    expect([averageOf(1, 2), averageOf(1, 1, 2), averageOf(1, 2, 2)]).toEqual([2, 1, 2]);
  });
});
