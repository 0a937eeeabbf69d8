import { sourceStack } from './errors/source-stack.js';
import { formatLogText, type LogEvent } from './log-text.js';
import { escapeControls } from './text/escape-controls.js';

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

export type LogLevel = (typeof logLevels)[number];

/** One JSON object per line, for programs; or text, for people. */
export const logFormats = ['json', 'text'] as const;

export type LogFormat = (typeof logFormats)[number];

/** Fields of a log message. Must never contain a password, token, cookie or key. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes one line per event. */
export interface Logger {
  log(level: LogLevel, message: string, fields?: LogFields): void;
}

/** The logger's output: standard output, or anything else with these members. */
export interface LogStream {
  readonly isTTY?: boolean | undefined;
  /** Whether the terminal shows colours; false with `NO_COLOR`. */
  hasColors?(): boolean;
  write(line: string): unknown;
}

/**
 * Creates a logger that writes one JSON object per line: `time` (ISO 8601, UTC), `level`, `message`, then the fields; or
 * the same as text for people: see {@link formatLogText}. Control characters are escaped in both, so that user text can
 * neither forge a line nor steer a terminal.
 *
 * @param format text on a terminal and JSON elsewhere by default.
 */
export function createLogger(
  minimum: LogLevel,
  stream: LogStream = process.stdout,
  format: LogFormat = stream.isTTY ? 'text' : 'json',
): Logger {
  const threshold = logLevels.indexOf(minimum);
  const hasColors = stream.hasColors?.() ?? false;
  return {
    log(level, message, fields = {}) {
      if (logLevels.indexOf(level) < threshold) return;
      const event = { level, message, fields };
      stream.write(`${format === 'text' ? formatLogText(event, hasColors) : formatAsJson(event)}\n`);
    },
  };
}

function formatAsJson({ level, message, fields }: LogEvent): string {
  const line = { time: new Date().toISOString(), level, message, ...withStacks(fields) };
  return escapeControls(JSON.stringify(line));
}

function withStacks(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? sourceStack(value) : value]),
  );
}
