import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LooseItem, planMessage } from '../../../../../src/features/alerts/channels/messages/plan-message.js';
import {
  isQuiet,
  type QuietHours,
  weekdays,
} from '../../../../../src/features/alerts/channels/messages/quiet-hours.js';

const AT_NOON = new Date('2026-01-05T12:00:00Z');
const NIGHT: QuietHours = { from: '22:00', to: '06:00', days: [], timeZone: 'UTC', severity: 'WARNING' };
const QUIET: QuietHours = { ...NIGHT, from: '11:00', to: '13:00' };
const IDLE = { inLastHour: 0, unsent: 0, newestAt: undefined };
const ago = (seconds: number) => new Date(AT_NOON.getTime() - seconds * 1000);

const item = (id: number, severity: LooseItem['severity'] = 'BAD'): LooseItem => ({ id, severity, heldBy: null });

const plan = (items: readonly LooseItem[], more: Partial<Parameters<typeof planMessage>[0]> = {}) => {
  const { taken, held } = planMessage({
    items,
    quietHours: undefined,
    now: AT_NOON,
    wallClock: AT_NOON,
    recent: IDLE,
    ...more,
  });
  const ids = (some: readonly LooseItem[]) => some.map(({ id }) => id);
  return { taken: ids(taken), limit: ids(held.limit), quiet: ids(held.quiet) };
};

describe('which items make a message (contract 12)', () => {
  test('all at once, or 30 s after the message before', () => {
    const items = [item(1), item(2)];
    expect(plan([])).toEqual({ taken: [], limit: [], quiet: [] });
    expect(plan(items)).toEqual({ taken: [1, 2], limit: [], quiet: [] });
    expect(plan(items, { recent: { ...IDLE, newestAt: ago(29.999) } }).taken).toEqual([]);
    expect(plan(items, { recent: { ...IDLE, newestAt: ago(30) } }).taken).toEqual([1, 2]);
  });

  test('none while the channel has had its 20 messages of the hour', () => {
    expect(plan([item(1)], { recent: { ...IDLE, inLastHour: 19, unsent: 0 } }).taken).toEqual([1]);
    expect(plan([item(1), item(2)], { recent: { ...IDLE, inLastHour: 20, unsent: 0 } })).toEqual({
      taken: [],
      limit: [1, 2],
      quiet: [],
    });
  });

  test('none while two messages of the channel are not delivered', () => {
    expect(plan([item(1)], { recent: { ...IDLE, inLastHour: 1, unsent: 1 } }).taken).toEqual([1]);
    expect(plan([item(1)], { recent: { ...IDLE, inLastHour: 2, unsent: 2 } })).toEqual({
      taken: [],
      limit: [],
      quiet: [],
    });
  });

  test('quiet hours hold back warnings, or all; what is bad does not wait for them', () => {
    const items = [item(1, 'WARNING'), item(2, 'BAD'), item(3, 'WARNING')];
    expect(plan(items, { quietHours: QUIET })).toEqual({ taken: [2], limit: [], quiet: [1, 3] });
    expect(plan(items, { quietHours: { ...QUIET, severity: 'ALL' } })).toEqual({
      taken: [],
      limit: [],
      quiet: [1, 2, 3],
    });
    expect(plan(items, { quietHours: NIGHT })).toEqual({ taken: [1, 2, 3], limit: [], quiet: [] });
    // With a wrong clock at startup, waiting still uses elapsed time, whereas quiet hours use the clock.
    const wallClock = new Date('2026-01-05T23:00:00Z');
    expect(plan(items, { quietHours: NIGHT, wallClock })).toEqual({ taken: [2], limit: [], quiet: [1, 3] });
  });
});

describe('quiet hours', () => {
  const quietAt = (hours: Partial<QuietHours>, at: string) => isQuiet({ ...NIGHT, ...hours }, new Date(at));

  test.each([
    ['2026-01-05T21:59:59Z', false],
    ['2026-01-05T22:00:00Z', true],
    ['2026-01-05T23:59:00Z', true],
    ['2026-01-06T05:59:59Z', true],
    ['2026-01-06T06:00:00Z', false],
    ['2026-01-06T12:00:00Z', false],
  ])('from 22:00 to 06:00, %s is quiet: %s', (at, expected) => {
    expect(quietAt({}, at)).toBe(expected);
  });

  test('belong to the day on which they begin', () => {
    // 2026-01-05 is a Monday.
    expect(quietAt({ days: ['MON'] }, '2026-01-05T23:00:00Z')).toBe(true);
    expect(quietAt({ days: ['MON'] }, '2026-01-06T05:00:00Z')).toBe(true);
    expect(quietAt({ days: ['MON'] }, '2026-01-06T23:00:00Z')).toBe(false);
    expect(quietAt({ days: ['SUN'] }, '2026-01-05T05:00:00Z')).toBe(true);
    expect(quietAt({ days: ['SAT', 'SUN'], from: '00:00', to: '00:00' }, '2026-01-04T15:00:00Z')).toBe(true);
    expect(quietAt({ days: ['SAT', 'SUN'], from: '00:00', to: '00:00' }, '2026-01-05T15:00:00Z')).toBe(false);
  });

  test('are read from the clocks of their time zone, summer time included', () => {
    const zone = { timeZone: 'Europe/Lisbon' };
    expect(quietAt(zone, '2026-01-05T21:30:00Z')).toBe(false);
    expect(quietAt(zone, '2026-07-05T21:30:00Z')).toBe(true);
    expect(quietAt({ timeZone: 'America/Sao_Paulo' }, '2026-01-06T01:00:00Z')).toBe(true);
  });

  test('of a day and their counterpart cover every minute of the week once', () => {
    const time = fc
      .tuple(fc.nat(23), fc.nat(59))
      .map((parts) => parts.map((n) => String(n).padStart(2, '0')).join(':'));
    fc.assert(
      fc.property(time, time, fc.nat(7 * 24 * 60), (from, to, minute) => {
        fc.pre(from !== to);
        const at = new Date(Date.UTC(2026, 0, 5) + minute * 60_000).toISOString();
        expect(quietAt({ from, to }, at)).not.toBe(quietAt({ from: to, to: from }, at));
        const onDays = weekdays.filter((day) => quietAt({ from, to, days: [day] }, at));
        expect(onDays).toHaveLength(quietAt({ from, to }, at) ? 1 : 0);
      }),
    );
  });
});
