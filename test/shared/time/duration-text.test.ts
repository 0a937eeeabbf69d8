import { expect, test } from 'vitest';
import { durationText } from '../../../src/shared/time/duration-text.js';

test.each([
  [1, '1 s'],
  [59, '59 s'],
  [60, '1 min'],
  [599, '9 min 59 s'],
  [3599, '59 min 59 s'],
  [3600, '1 h'],
  [3601, '1 h 1 min'],
  [7200, '2 h'],
  [86_399, '24 h'],
])('%i seconds are said as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
