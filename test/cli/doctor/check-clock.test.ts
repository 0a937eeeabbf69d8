import { describe, expect, test } from 'vitest';
import { judgeClocks, readDateHeader } from '../../../src/cli/doctor/check-clock.js';

const at = (aheadSeconds: number) =>
  judgeClocks([
    { source: 'the service', aheadSeconds: 0 },
    { source: 'the database', aheadSeconds },
  ]);

describe('clocks that are compared', () => {
  test.each([
    [5, 'ok'],
    [5.1, 'warning'],
    [-30, 'warning'],
    [-30.1, 'problem'],
  ])('%d s apart are: %s, and the offset is said', (seconds, level) => {
    const sign = seconds < 0 ? '-' : '+';
    expect(at(seconds)).toMatchObject({
      level,
      text: expect.stringContaining(`the database ${sign}${Math.abs(seconds).toFixed(1)} s`),
    });
  });

  test('a difference below a tenth of a second has no sign', () => {
    expect(judgeClocks([{ source: 'the service', aheadSeconds: -0.04 }]).text).toBe(
      'The clocks agree: the service 0.0 s.',
    );
  });

  test('the Date header counts as the middle of its second', () => {
    const atMs = Date.parse('2026-01-02T03:04:05.500Z');
    expect(readDateHeader('Fri, 02 Jan 2026 03:04:15 GMT', 'x', atMs)).toEqual({ source: 'x', aheadSeconds: 10 });
    for (const date of [undefined, '', 'now']) expect(readDateHeader(date, 'x', atMs)).toBeUndefined();
  });
});
