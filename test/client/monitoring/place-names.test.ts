import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  freeRight,
  type LineEnd,
  placeNames,
} from '../../../client/src/features/monitoring/charts/drawing/place-names';

const SIZE = 10;
const ROOM = { top: 0, bottom: 200 };
const AWAY = 8;

const flat = (y: number): LineEnd => ({ top: y, bottom: y, end: y });
const place = (...lines: LineEnd[]) => placeNames(lines, { size: SIZE, room: ROOM });

const line = fc
  .tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 }))
  .map((heights): LineEnd => {
    const [top, end, bottom] = heights.sort((a, b) => a - b) as [number, number, number];
    return { top, bottom, end };
  });

describe('the names of lines', () => {
  test('stand above their lines, or below the lower one where both are close', () => {
    expect(place(flat(50), flat(150))).toEqual([42, 142]);
    expect(place(flat(50), flat(55))).toEqual([42, 63]);
  });

  test('are not swapped: swap just below a memory that is full keeps its name below that of the memory', () => {
    // The name of the first no longer fits above it.
    const [ram = 0, swap = 0] = place(flat(4), flat(12));
    expect(ram).toBeLessThan(swap);
    expect([ram, swap]).toEqual([20, 30]);
    const [of12 = 0, of4 = 0] = place(flat(12), flat(4));
    expect(of4).toBeLessThan(of12);
  });

  test('stand in the order in which the lines end, whatever these do before', () => {
    fc.assert(
      fc.property(line, line, (first, second) => {
        const [a = 0, b = 0] = place(first, second);
        if (first.end < second.end) expect(b - a).toBeGreaterThanOrEqual(SIZE);
        if (first.end > second.end) expect(a - b).toBeGreaterThanOrEqual(SIZE);
        for (const y of [a, b]) expect(y >= ROOM.top && y <= ROOM.bottom).toBe(true);
      }),
    );
  });

  test('never cover a line while there is room for both on one side of all lines', () => {
    const room = AWAY + SIZE;
    fc.assert(
      fc.property(line, line, (first, second) => {
        const [top, bottom] = [Math.min(first.top, second.top), Math.max(first.bottom, second.bottom)];
        fc.pre(top >= room || bottom <= ROOM.bottom - room);
        for (const y of place(first, second)) {
          for (const { top, bottom } of [first, second]) expect(y <= top - AWAY || y >= bottom + AWAY).toBe(true);
        }
      }),
    );
  });

  test('are next to their own line, never nearer to another, unless they stand together in order', () => {
    const distance = (y: number, { top, bottom }: LineEnd) => Math.max(top - y, y - bottom, 0);
    fc.assert(
      fc.property(line, line, (first, second) => {
        const [a = 0, b = 0] = place(first, second);
        const isStacked = Math.abs(a - b) === SIZE;
        const isNextToOwn = distance(a, first) <= distance(a, second) && distance(b, second) <= distance(b, first);
        expect(isStacked || isNextToOwn).toBe(true);
      }),
    );
  });
});

describe('the name of a half', () => {
  const span = { left: 0, right: 100, width: 20 };

  test('stands as far right as its line leaves free, and at the very right if it leaves nothing', () => {
    expect(freeRight(span, () => true)).toBe(100);
    expect(freeRight(span, (_, to) => to <= 75)).toBe(70);
    expect(freeRight(span, () => false)).toBe(100);
  });
});
