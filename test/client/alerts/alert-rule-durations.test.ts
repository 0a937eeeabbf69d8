import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationText, parseDuration } from '../../../client/src/features/alerts/rules/editor/fields/durations.js';

test.each([
  ['5', 300],
  ['5 min', 300],
  ['5m', 300],
  ['90 s', 90],
  ['90 segundos', 90],
  ['1 h', 3600],
  ['1h30', 5400],
  ['1 h 30 min', 5400],
  ['1,5 h', 5400],
  ['1.5 hours', 5400],
  ['2 dias', 172_800],
  ['2 días', 172_800],
  ['0', 0],
  [' 10  MIN ', 600],
])('%j is %i seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

test.each(['', 'min', '5 x', '-5', '5 min ago?', '1 30', 'h 5'])('%j is no length of time', (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

test('what is written of a length of time is read as the same', () => {
  fc.assert(
    fc.property(fc.nat({ max: 100 * 86_400 }), (seconds) => {
      expect(parseDuration(durationText(seconds))).toBe(seconds);
    }),
  );
});
