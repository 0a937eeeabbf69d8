import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLogger, type LogFormat, type LogLevel, type LogStream } from '../../src/shared/logger.js';

function logged(minimum: LogLevel, stream: Omit<LogStream, 'write'> = {}, format?: LogFormat) {
  const written: string[] = [];
  return { logger: createLogger(minimum, { ...stream, write: (line) => written.push(line) }, format), written };
}

const TERMINAL = { isTTY: true };

/** Moves the cursor, clears the screen in one byte, starts a line in some viewers, and turns the text around. */
const HOSTILE = 'ana\u001b[2J\u009b1A\u0085\u2028\u202e\u007f';

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

  test('is in words on a terminal: the level, and each field by its name', () => {
    const { logger, written } = logged('info', TERMINAL);
    logger.log('warn', 'Something is odd', {
      count: 3,
      user: 'ana',
      browser: 'Firefox on Linux',
      none: null,
      lacking: undefined,
    });
    logger.log('info', 'Ready');
    expect(written.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''))).toEqual([
      'warning Something is odd  count: 3  user: ana  browser: "Firefox on Linux"  none: null\n',
      'info    Ready\n',
    ]);
  });

  test('has the format that is asked for, whatever the stream', () => {
    const onTerminal = logged('info', TERMINAL, 'json');
    onTerminal.logger.log('info', 'Ready');
    expect(JSON.parse(onTerminal.written[0] ?? '').message).toBe('Ready');
    const inFile = logged('info', {}, 'text');
    inFile.logger.log('info', 'Ready');
    expect(inFile.written[0]).toMatch(/^\d\d:\d\d:\d\d info {4}Ready\n$/);
  });

  test('is coloured only where the terminal has colours', () => {
    const plain = logged('info', { ...TERMINAL, hasColors: () => false });
    const coloured = logged('info', { ...TERMINAL, hasColors: () => true });
    for (const { logger } of [plain, coloured]) logger.log('error', 'Failed', { port: 80 });
    expect(plain.written[0]).not.toContain('\u001b');
    expect(coloured.written[0]).toContain('\u001b[31merror  \u001b[39m Failed');
  });

  test.each(['json', 'text'] as const)('lets no user forge a line (%s)', (format) => {
    const { logger, written } = logged('info', {}, format);
    logger.log('info', 'Login', { username: 'ana\n{"level":"info","message":"forged"}\r\u2028' });
    expect(written).toHaveLength(1);
    expect(written[0]?.match(/\n/g)).toHaveLength(1);
    expect(written[0]?.endsWith('\n')).toBe(true);
  });

  test.each(['json', 'text'] as const)('sends no control characters to a terminal (%s)', (format) => {
    const { logger, written } = logged('info', TERMINAL, format);
    const error = new TypeError(HOSTILE);
    logger.log('info', `Login ${HOSTILE}`, { username: HOSTILE, nested: { [HOSTILE]: HOSTILE }, [HOSTILE]: 1, error });
    const text = written.join('').slice(0, -1).replaceAll('\n    ', '');
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(text).toContain('ana\\u001b[2J\\u009b1A');
  });

  test('keeps every text as it was for programs', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', size: 'max', maxLength: 100 }), (text) => {
        const { logger, written } = logged('info');
        logger.log('info', text, { text });
        expect(JSON.parse(written[0] ?? '')).toMatchObject({ message: text, text });
      }),
    );
  });

  test('leaves out what is below the least level', () => {
    const { logger, written } = logged('warn');
    for (const level of ['debug', 'info', 'warn', 'error'] as const) logger.log(level, level);
    expect(written.map((line) => JSON.parse(line).level)).toEqual(['warn', 'error']);
  });

  test('has the whole of an error, on a terminal in indented lines', () => {
    const { logger, written } = logged('info');
    logger.log('error', 'Failed', { error: new TypeError('why') });
    expect(JSON.parse(written[0] ?? '').error).toMatch(/^TypeError: why\n {4}at /);
    const onTerminal = logged('info', TERMINAL);
    onTerminal.logger.log('error', 'Failed', { error: new TypeError('why') });
    expect(onTerminal.written[0]).toMatch(/^\S+ error {3}Failed {2}error: TypeError: why\n {8}at /);
  });
});
