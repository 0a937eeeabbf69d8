import { describe, expect, test } from 'vitest';
import { parseView, searchWith } from '../../../client/src/features/monitoring/view/chart-view.js';
import { LIVE_RANGE, ranges } from '../../../client/src/features/monitoring/view/time-window.js';
import { isWall, searchWithWall } from '../../../client/src/features/monitoring/view/wall-view.js';

const WEEK = ranges.find(({ id }) => id === 'week');
const FROM = Date.parse('2026-11-20T10:00:00Z') / 1000;
const ZOOM = { from: FROM, to: FROM + 3600 };
const ZOOMED = '?periodo=week&de=2026-11-20T10:00:00Z&ate=2026-11-20T11:00:00Z';

describe('what the charts show, in the address', () => {
  test('nothing is said of the default, and nothing else is changed', () => {
    expect(parseView('')).toEqual({ range: LIVE_RANGE, zoom: null });
    expect(searchWith('', { range: LIVE_RANGE, zoom: null })).toBe('');
    expect(searchWith(`${ZOOMED}&a=1`, { range: LIVE_RANGE, zoom: null })).toBe('?a=1');
  });

  test('a range and a zoom are read as they were written', () => {
    expect(searchWith('', { range: WEEK ?? LIVE_RANGE, zoom: ZOOM })).toBe(ZOOMED);
    expect(parseView(ZOOMED)).toEqual({ range: WEEK, zoom: ZOOM });
  });

  test('every range can be named, and a zoom is written in whole seconds around what was chosen', () => {
    for (const range of ranges) expect(parseView(searchWith('', { range, zoom: null }))).toEqual({ range, zoom: null });
    const zoom = { from: FROM + 0.7, to: FROM + 59.2 };
    expect(parseView(searchWith('', { range: LIVE_RANGE, zoom })).zoom).toEqual({ from: FROM, to: FROM + 60 });
  });

  test.each([
    '?periodo=decade',
    '?periodo=',
    '?de=2026-11-20T10:00:00Z',
    '?ate=2026-11-20T10:00:00Z',
    '?de=2026-11-20T11:00:00Z&ate=2026-11-20T10:00:00Z',
    '?de=2026-11-20T10:00:00Z&ate=2026-11-20T10:00:00Z',
    '?de=yesterday&ate=2026-11-20T10:00:00Z',
    '?de=1&ate=2',
    '?de=2026-11-20T10:00:00&ate=2026-11-20T11:00:00',
    '?de=2026-13-40T10:00:00Z&ate=2026-11-20T11:00:00Z',
  ])('%s is ignored', (search) => {
    expect(parseView(search)).toEqual({ range: LIVE_RANGE, zoom: null });
  });

  test('the wall mode is a word of its own, beside the others', () => {
    expect([isWall(''), isWall('?parede'), isWall('?parede=1&a=2')]).toEqual([false, true, true]);
    expect(searchWithWall('?periodo=week', true)).toBe('?parede&periodo=week');
    expect(searchWithWall('?parede&periodo=week', false)).toBe('?periodo=week');
    expect(searchWithWall('?parede', false)).toBe('');
    expect(searchWith('?parede', { range: WEEK ?? LIVE_RANGE, zoom: null })).toBe('?parede&periodo=week');
  });
});
