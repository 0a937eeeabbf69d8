import { describe, expect, test } from 'vitest';
import { createLogger, type LogLevel } from '../../src/shared/logger.js';

function logged(minimum: LogLevel, isTTY = false) {
  const written: string[] = [];
  return { logger: createLogger(minimum, { isTTY, write: (line) => written.push(line) }), written };
}

describe('the log', () => {
  test('has one JSON object a line, with time, level, message and fields', () => {
    const { logger, written } = logged('info');
    logger.log('warn', 'Something', { count: 3 });
    expect(JSON.parse(written[0] ?? '')).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      level: 'warn',
      message: 'Something',
      count: 3,
    });
  });

  test.each([false, true])('lets no user forge a line (on a terminal: %s)', (isTTY) => {
    const { logger, written } = logged('info', isTTY);
    logger.log('info', 'Login', { username: 'ana\n{"level":"info","message":"forged"}\r\u2028' });
    expect(written).toHaveLength(1);
    expect(written[0]?.match(/\n/g)).toHaveLength(1);
    expect(written[0]?.endsWith('\n')).toBe(true);
  });

  test('leaves out what is below the least level', () => {
    const { logger, written } = logged('warn');
    for (const level of ['debug', 'info', 'warn', 'error'] as const) logger.log(level, level);
    expect(written.map((line) => JSON.parse(line).level)).toEqual(['warn', 'error']);
  });

  test('has the whole of an error', () => {
    const { logger, written } = logged('info');
    logger.log('error', 'Failed', { error: new TypeError('why') });
    expect(JSON.parse(written[0] ?? '').error).toMatch(/^TypeError: why\n {4}at /);
  });
});
