import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  formatShortTimestamp,
  formatTimestamp,
  timeTicks,
} from '../../../client/src/features/monitoring/charts/history/time-labels';

const HOUR = 3600;
const DAY = 24 * HOUR;

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'pt-BR' } });
  vi.stubGlobal('navigator', { languages: ['pt-BR'] });
});
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 0, 2, 21), toFake: ['Date'] });
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const at = (...[year, month, day, hour = 0]: [number, number, number, number?]) =>
  new Date(year, month, day, hour).getTime() / 1000;
const span = (from: number, seconds: number) => ({ from, to: from + seconds });
const ticks = (from: number, seconds: number, every: number) =>
  timeTicks(
    Array.from({ length: Math.floor(seconds / every) + 1 }, (_, index) => from + index * every),
    span(from, seconds),
  );

describe('the labels of a time axis', () => {
  test('are times alone today, and have the day below the first one and where it changes on any other', () => {
    expect(ticks(at(2026, 0, 2, 19), 2 * HOUR, HOUR)).toEqual(['19:00', '20:00', '21:00']);
    expect(ticks(at(2026, 0, 1, 10), 2 * HOUR, HOUR)).toEqual(['10:00\n1 de jan.', '11:00', '12:00']);
    expect(ticks(at(2026, 0, 1, 20), 8 * HOUR, 4 * HOUR)).toEqual(['20:00\n1 de jan.', '00:00\n2 de jan.', '04:00']);
  });

  test('name the year where it is not the present one', () => {
    expect(ticks(at(2025, 11, 31, 10), 2 * HOUR, HOUR)[0]).toBe('10:00\n31 de dez. de 2025');
    expect(ticks(at(2025, 11, 31), 4 * DAY, 2 * DAY)).toEqual(['31 de dez.\n2025', '2 de jan.\n2026', '4 de jan.']);
    expect(ticks(at(2025, 2, 10), 365 * DAY, 182 * DAY)).toEqual(['mar.\n2025', 'set.', 'mar.\n2026']);
  });
});

describe('a timestamp within a time span', () => {
  test('has its day wherever the span is not today', () => {
    const seven = at(2026, 0, 2, 19);
    expect(formatTimestamp(seven, span(seven, HOUR))).toBe('19:00:00');
    expect(formatTimestamp(seven - DAY, span(seven - DAY, HOUR))).toBe('1 de jan., 19:00:00');
    expect(formatShortTimestamp(seven - DAY, span(seven - DAY, HOUR))).toBe('1 de jan., 19:00');
    expect(formatShortTimestamp(seven - 9 * DAY, span(seven - 9 * DAY, HOUR))).toBe('24 de dez. de 2025, 19:00');
    expect(formatTimestamp(seven, span(seven - DAY / 2, DAY))).toBe('2 de jan., 19:00');
  });
});
