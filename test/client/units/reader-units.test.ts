import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { formatQuantity } from '../../../client/src/features/alerts/rules/format-quantity';
import { endOf } from '../../../client/src/features/alerts/silences/until';
import { tickLabel } from '../../../client/src/features/monitoring/charts/drawing/chart-axes';
import { computeScale, gridMarks, hasHalves } from '../../../client/src/features/monitoring/charts/drawing/panel-scale';
import { timeTicks } from '../../../client/src/features/monitoring/charts/history/time-labels';
import { type Panel, panels } from '../../../client/src/features/monitoring/charts/panels';
import { formatSpeed } from '../../../client/src/features/monitoring/format-figures';
import { formatTime, formatTimestamp } from '../../../client/src/lib/i18n/format';
import { formatBytes, formatRate } from '../../../client/src/lib/i18n/format-data';
import { formatShare } from '../../../client/src/lib/i18n/format-share';
import { formatTemperature } from '../../../client/src/lib/i18n/format-temperature';
import { readerUnits, setReaderUnits } from '../../../client/src/lib/i18n/reader-units';
import { isToday } from '../../../client/src/lib/i18n/since';
import { fromTypedTime, toTypedTime } from '../../../client/src/lib/i18n/typed-time';
import type { ReaderUnits } from '../../../src/shared/units/reader-units';

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
});
afterEach(() => {
  readerUnits.current = {};
  vi.useRealTimers();
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const panelOf = (id: string) => panels.find((panel) => panel.id === id) as Panel;
const AFTERNOON = new Date('2026-01-02T15:04:05Z');

test('a time zone that the browser does not know is that of the browser, and the other choices stay', () => {
  setReaderUnits({ temperature: 'fahrenheit', times: { timeZone: 'America/Not_Yet_Known', hourCycle: 'h23' } });
  const ofBrowser = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', hourCycle: 'h23' });
  expect(formatTime(AFTERNOON)).toBe(ofBrowser.format(AFTERNOON));
  expect(formatTemperature(54)).toBe('129.2\u00a0°F');
});

describe('figures in the units of a reader', () => {
  test('are binary bytes by default, called what they are', () => {
    expect([formatBytes(25.3e9), formatRate(12.5e6)]).toEqual(['23.6 GiB', '11.9 MiB/s']);
    expect(formatShare(23.54, 31.25)).toEqual({ part: '23.54', whole: '31.25 GiB' });
    expect(formatShare(500, 1863.01)).toEqual({ part: '0.49', whole: '1.82 TiB' });
    expect(formatShare(null, 0.5)).toEqual({ part: '–', whole: '512 MiB' });
    expect(formatShare(0, 0)).toEqual({ part: '0', whole: '0 B' });
  });

  test('are decimal, in bits and in °F as chosen, at the next figure that is written', () => {
    const quantity = () => formatQuantity(-12.5e6, 'bytesPerSecond');
    expect([formatSpeed(12.5e6), quantity(), formatTemperature(54)]).toEqual([
      '11.9\u00a0MiB/s',
      '−11.9 MiB/s',
      '54.0\u00a0°C',
    ]);
    readerUnits.current = { unitPrefixes: 'decimal', dataRates: 'bits', temperature: 'fahrenheit' };
    expect([formatSpeed(12.5e6), quantity(), formatTemperature(54)]).toEqual([
      '100.0\u00a0Mbit/s',
      '−100.0 Mbit/s',
      '129.2\u00a0°F',
    ]);
    // Amounts of data are never in bits.
    expect(formatBytes(25.3e9)).toBe('25.3 GB');
    expect(formatShare(23.54, 31.25)).toEqual({ part: '25.28', whole: '33.55 GB' });
    expect(formatTemperature(-17.78)).toBe('0.0\u00a0°F');
  });
});

describe('an axis', () => {
  const labels = (id: string, maximum: number, units: ReaderUnits) => {
    readerUnits.current = units;
    const panel = panelOf(id);
    const down = hasHalves(panel) ? computeScale(panel, 0, maximum) : undefined;
    const marks = gridMarks(computeScale(panel, 0, maximum), down);
    return marks.map(({ figure }) => tickLabel(panel, figure).replace('\u00a0', ' '));
  };

  test.each([
    [{}, ['4 MiB/s', '2 MiB/s', '0 B/s', '2 MiB/s', '4 MiB/s']],
    [{ unitPrefixes: 'decimal' }, ['4 MB/s', '2 MB/s', '0 B/s', '2 MB/s', '4 MB/s']],
    [{ dataRates: 'bits' }, ['32 Mibit/s', '16 Mibit/s', '0 bit/s', '16 Mibit/s', '32 Mibit/s']],
    [{ unitPrefixes: 'decimal', dataRates: 'bits' }, ['40 Mbit/s', '20 Mbit/s', '0 bit/s', '20 Mbit/s', '40 Mbit/s']],
  ] as const)('of data rates has round steps in %o', (units, expected) => {
    expect(labels('network', 3_400_000, units)).toEqual(expected);
  });

  test('of temperatures has round steps in °F from 0 °F, and holds what it has to', () => {
    expect(labels('temperature', 45, { temperature: 'fahrenheit' })).toEqual(['0 °F', '50 °F', '100 °F', '150 °F']);
    const { low, high } = computeScale(panelOf('temperature'), 20, 75);
    expect(low).toBeLessThanOrEqual(20);
    expect(high).toBeGreaterThanOrEqual(75);
    expect(labels('temperature', 45, {})).toEqual(['0 °C', '20 °C', '40 °C', '60 °C']);
  });
});

describe('times', () => {
  test('have the clock of the language, or the one that was chosen', () => {
    readerUnits.current = { times: { timeZone: 'UTC' } };
    expect(formatTime(AFTERNOON)).toMatch(/^3:04:05\sPM$/);
    readerUnits.current = { times: { timeZone: 'UTC', hourCycle: 'h23' } };
    expect(formatTime(AFTERNOON)).toBe('15:04:05');
    expect(formatTime(new Date('2026-01-02T00:04:05Z'))).toBe('00:04:05');
    expect(formatTimestamp(AFTERNOON)).toBe('Jan 2, 2026, 15:04');
    readerUnits.current = { times: { timeZone: 'UTC', hourCycle: 'h12' } };
    expect(formatTime(AFTERNOON)).toMatch(/^03:04:05\sPM$|^3:04:05\sPM$/);
  });

  test('are of the zone that was chosen: in texts, on axes, and in what today is', () => {
    vi.useFakeTimers({ now: new Date('2026-01-02T15:04:00Z') });
    readerUnits.current = { times: { timeZone: 'Pacific/Kiritimati', hourCycle: 'h23' } };
    expect(formatTimestamp(AFTERNOON)).toBe('Jan 3, 2026, 05:04');
    const from = AFTERNOON.getTime() / 1000;
    expect(timeTicks([from], { from, to: from + 3600 })).toEqual(['05:04']);
    expect([isToday(new Date('2026-01-02T09:59:00Z')), isToday(new Date('2026-01-02T10:01:00Z'))]).toEqual([
      false,
      true,
    ]);
  });

  test.each([
    ['America/New_York', '2026-03-08T01:30', '2026-03-08T06:30:00.000Z'],
    ['America/New_York', '2026-03-08T03:30', '2026-03-08T07:30:00.000Z'],
    ['Asia/Kolkata', '2026-01-02T15:04', '2026-01-02T09:34:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-02T00:00', '2026-01-01T10:00:00.000Z'],
  ])('that are typed are of %s too: %s is %s', (timeZone, typed, iso) => {
    readerUnits.current = { times: { timeZone } };
    expect(fromTypedTime(typed).toISOString()).toBe(iso);
    expect(toTypedTime(new Date(iso))).toBe(typed);
  });

  test('that cannot be read are no times', () => {
    expect(['', 'soon'].map((typed) => fromTypedTime(typed).getTime())).toEqual([Number.NaN, Number.NaN]);
  });

  test('of a silence until the morning are those of the zone, also when its clocks change', () => {
    readerUnits.current = { times: { timeZone: 'America/New_York' } };
    const until = { kind: 'morning', moment: '' } as const;
    expect(endOf(until, new Date('2026-03-08T03:00:00Z'))?.toISOString()).toBe('2026-03-08T12:00:00.000Z');
    expect(endOf(until, new Date('2026-03-08T05:00:00Z'))?.toISOString()).toBe('2026-03-09T12:00:00.000Z');
  });
});
