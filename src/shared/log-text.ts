import { styleText } from 'node:util';
import { sourceStack } from './errors/source-stack.js';
import { escapeControls } from './text/escape-controls.js';

const LEVELS = {
  debug: { word: 'debug', style: 'gray' },
  info: { word: 'info', style: 'green' },
  warn: { word: 'warning', style: 'yellow' },
  error: { word: 'error', style: 'red' },
} as const;

const WORD_LENGTH = Math.max(...Object.values(LEVELS).map(({ word }) => word.length));

export interface LogEvent {
  readonly level: keyof typeof LEVELS;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Separates the fields, since values may have single spaces. */
const GAP = '  ';

/**
 * Formats an event for people: the local time, the level in a word, the message, and `name: value` for each field.
 * Further lines of a stack are indented, so that none looks like an event of its own.
 */
export function formatLogText({ level, message, fields }: LogEvent, hasColors: boolean): string {
  const paint = (style: 'dim' | (typeof LEVELS)[LogEvent['level']]['style'], text: string) =>
    hasColors ? styleText(style, text, { validateStream: false }) : text;
  const { word, style } = LEVELS[level];
  const facts = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : `${paint('dim', `${escapeControls(name)}:`)} ${valueText(value)}`,
  );
  const time = paint('dim', new Date().toTimeString().slice(0, 8));
  return [time, paint(style, word.padEnd(WORD_LENGTH)), [escapeControls(message), ...facts].join(GAP)].join(' ');
}

function valueText(value: unknown): string {
  if (value instanceof Error) return sourceStack(value).split('\n').map(escapeControls).join('\n    ');
  if (typeof value === 'string' && /^[^\s"]+$/.test(value)) return escapeControls(value);
  return escapeControls(JSON.stringify(value));
}
