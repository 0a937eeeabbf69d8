import { expect, test } from 'vitest';
import { timeText } from '../../src/i18n/time-text.js';

const ZONE = new Intl.DateTimeFormat('en', { timeZoneName: 'short' })
  .formatToParts()
  .find(({ type }) => type === 'timeZoneName')?.value;

test('times in messages are unambiguous in every language, and name their zone', () => {
  const time = new Date(2026, 0, 2, 15, 4);
  expect(timeText(time, 'en')).toBe(`2026-01-02 15:04 ${ZONE}`);
  expect(timeText(time, 'pt')).toMatch(/^02\/01\/2026,? 15:04 \S+$/);
  expect(timeText(time.toISOString(), 'es')).toMatch(/^02\/01\/2026,? 15:04 \S+$/);
});

test('a clock of twice twelve hours, or of 24, is kept in every language', () => {
  const time = new Date(2026, 0, 2, 15, 4);
  expect(timeText(time, 'en', 'h12')).toBe(`2026-01-02, 03:04 p.m. ${ZONE}`);
  expect(timeText(time, 'en', 'h23')).toBe(`2026-01-02 15:04 ${ZONE}`);
  expect(timeText(time, 'pt', 'h12')).toBe(`02/01/2026, 03:04 PM ${ZONE}`);
  expect(timeText(time, 'pt', 'h23')).toBe(timeText(time, 'pt'));
});
