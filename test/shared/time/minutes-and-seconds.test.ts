import { expect, test } from 'vitest';
import { minutesAndSeconds } from '../../../src/shared/time/minutes-and-seconds.js';

test.each([
  [0, '0:00'],
  [9, '0:09'],
  [59, '0:59'],
  [60, '1:00'],
  [599, '9:59'],
  [3600, '60:00'],
])('%i seconds are %s', (seconds, text) => {
  expect(minutesAndSeconds(seconds)).toBe(text);
});
