import { expect, test } from 'vitest';
import { measures } from '../../../src/features/monitoring/measures.js';

const { parse } = measures.memoryPressurePercent.kernel;

test('memory pressure is the share of ten seconds in which some task waited, not all of them', () => {
  const some = 'some avg10=12.34 avg60=5.00 avg300=1.00 total=98765\n';
  const full = 'full avg10=3.00 avg60=2.00 avg300=0.50 total=4321\n';
  expect([some + full, full + some, some].map(parse)).toEqual([12.34, 12.34, 12.34]);
  expect(parse('some avg10=100.00 avg60=0.00 avg300=0.00 total=0\n')).toBe(100);
  expect(parse('some avg10=0.00 avg60=0.00 avg300=0.00 total=0\n')).toBe(0);
});

test.each([
  '',
  'garbage',
  'full avg10=3.00 avg60=2.00 avg300=0.50 total=4321\n',
  'some avg10=- avg60=0.00 avg300=0.00 total=0\n',
  'some avg10=\n',
  'awesome avg10=3.00 avg60=2.00 avg300=0.50 total=1\n',
])('memory pressure of %j is unknown', (text) => {
  expect(parse(text)).toBeNull();
});
