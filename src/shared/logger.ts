import { sourceStack } from './errors/source-stack.js';

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

export type LogLevel = (typeof logLevels)[number];

/** Fields of a log message. Must never contain a password, token, cookie or key. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes one line per event. */
export interface Logger {
  log(level: LogLevel, message: string, fields?: LogFields): void;
}

/** The logger's output: standard output, or anything else with these two members. */
export interface LogStream {
  readonly isTTY?: boolean | undefined;
  write(line: string): unknown;
}

/**
 * Creates a logger that writes one JSON object per line: `time` (ISO 8601, UTC), `level`, `message`, then the fields.
 * On a terminal the same fields are formatted for reading. JSON escaping prevents user text from forging a line.
 */
export function createLogger(minimum: LogLevel, stream: LogStream = process.stdout): Logger {
  const threshold = logLevels.indexOf(minimum);
  const format = stream.isTTY ? formatAsText : formatAsJson;
  return {
    log(level, message, fields = {}) {
      if (logLevels.indexOf(level) < threshold) return;
      stream.write(`${format(level, message, fields)}\n`);
    },
  };
}

function formatAsJson(level: LogLevel, message: string, fields: LogFields): string {
  return JSON.stringify({ time: new Date().toISOString(), level, message, ...plain(fields) });
}

function formatAsText(level: LogLevel, message: string, fields: LogFields): string {
  const time = new Date().toTimeString().slice(0, 8);
  const facts = Object.entries(plain(fields)).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [time, level.padEnd(5), message, ...facts].join(' ');
}

function plain(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? sourceStack(value) : value]),
  );
}
