import { type Language, localeOf } from '../../../../i18n/catalogues.js';
import { type FilledMessage, type Message, message } from '../../../../i18n/message.js';
import { timeText } from '../../../../i18n/time-text.js';
import { translate } from '../../../../i18n/translate.js';
import { visible } from '../../../../shared/text/visible-text.js';
import { durationText } from '../../../../shared/time/duration-text.js';
import { hourCycleOf } from '../../../../shared/units/reader-units.js';
import { DEFAULT_UNITS, type Units } from '../../../../shared/units/units.js';
import type { AlertItem, AlertItemAtom } from '../../alert-item.js';
import { suppliedRuleName } from '../../rules/supplied-rule-name.js';
import { figureText } from './figure-text.js';

export interface MessageContent {
  /** The newest item of each incident, worst first. */
  readonly items: readonly AlertItem[];
  /** Number of additional items that are not listed. */
  readonly more: number;
  /** Number of items that were held back by the message limit and by quiet hours. */
  readonly heldByLimit: number;
  readonly heldByQuiet: number;
}

/**
 * A message in one language, from which the format of every provider is created. All strings are plain text, without
 * markup.
 */
export interface WrittenMessage {
  readonly language: Language;
  readonly title: string;
  /** The worst severity in the message; `OK` if all of its incidents are over. */
  readonly worst: 'BAD' | 'WARNING' | 'OK';
  readonly parts: readonly WrittenPart[];
  /** Notes about the message, for example how many items were held back. */
  readonly notes: readonly string[];
  readonly url: string;
}

export interface WrittenPart {
  readonly heading: string;
  readonly lines: readonly string[];
  readonly url: string;
}

/** Maximum number of messages per channel and hour. */
export const MESSAGES_AN_HOUR = 20;

/** How the recipient of a message reads it. */
interface Reader {
  readonly language: Language;
  readonly units: Units;
}

/**
 * Writes a message. `listUrl` is the page that lists all incidents.
 *
 * @param units those of the recipient; by default, those of everybody who has chosen none.
 */
export function writeMessage(
  content: MessageContent,
  language: Language,
  listUrl: string,
  units: Units = DEFAULT_UNITS,
): WrittenMessage {
  const say = (text: Message) => translate(text, language);
  const [first, ...others] = content.items;
  const parts = content.items.map((item) => partOf(item, { language, units }));
  const isOne = first !== undefined && others.length === 0 && content.more === 0;
  return {
    language,
    title: say(isOne ? writeHeading(first) : titleOfMany(content)),
    worst: findWorst(content.items),
    parts,
    notes: writeNotes(content).map(say),
    url: isOne ? first.incidentUrl : listUrl,
  };
}

/** Returns a message as plain text without its title, cut to a maximum number of characters. */
export function bodyText({ parts, notes }: WrittenMessage, maxLength: number, { withUrls = true } = {}): string {
  const isOne = parts.length === 1;
  const texts = parts.map(({ heading, lines, url }) =>
    // The heading of a single part is already the title.
    [...(isOne && notes.length === 0 ? [] : [heading]), ...lines, ...(withUrls ? [url] : [])].join('\n'),
  );
  return cut([...texts, ...notes].join('\n\n'), maxLength);
}

export function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}

function partOf(item: AlertItem, reader: Reader): WrittenPart {
  const say = (text: Message) => translate(text, reader.language);
  const atoms = item.kind === 'test' ? [] : item.atoms.map((atom) => say(atomText(item.kind, atom, reader)));
  const expression = item.expression === '' || atoms.length === 1 ? [] : [item.expression];
  return {
    heading: say(writeHeading(item)),
    lines: [say(describeTime(item, reader)), ...expression, ...atoms],
    url: item.incidentUrl,
  };
}

/** Longest path in a heading, in characters. Agents and users of a machine choose paths, so they may say anything. */
const PATH_MAX_LENGTH = 100;

const SEVERITIES = { WARNING: 'alerts.messages.severity.WARNING', BAD: 'alerts.messages.severity.BAD' } as const;

function writeHeading({ kind, severity, rule: name, host, endReason, atoms }: AlertItem): FilledMessage {
  if (kind === 'test') return message('alerts.messages.test');
  const fileSystem = atoms.find((atom) => atom.fileSystem !== undefined)?.fileSystem;
  const supplied = suppliedRuleName(name);
  const rule = supplied ? message(supplied) : name;
  const path = fileSystem === undefined ? '' : ` (${cut(visible(fileSystem), PATH_MAX_LENGTH)})`;
  const values = { rule, host: `${host}${path}` };
  if (kind === 'released') {
    return message(endReason ? 'alerts.messages.notMeasured' : 'alerts.messages.released', values);
  }
  const key = kind === 'fired' ? 'alerts.messages.fired' : 'alerts.messages.repeated';
  return message(key, { ...values, severity: message(SEVERITIES[severity]) });
}

function titleOfMany({ items, more }: MessageContent): FilledMessage {
  const ended = items.filter(({ kind }) => kind === 'released').length;
  return message('alerts.messages.many', { open: items.length - ended, ended, all: items.length + more });
}

function describeTime({ kind, trueSince, startedAt, endedAt }: AlertItem, reader: Reader): FilledMessage {
  const timeOf = (time: string) => timeText(time, reader.language, hourCycleOf(reader.units.clock));
  const from = timeOf(startedAt);
  if (kind === 'test') return message('alerts.messages.testAt', { time: from });
  const isHeld = trueSince !== undefined && Date.parse(startedAt) - Date.parse(trueSince) >= MINUTE_MS;
  const held = isHeld ? timeOf(trueSince) : '';
  if (endedAt === undefined) {
    if (!isHeld) return message('alerts.messages.since', { time: from });
    return message('alerts.messages.sinceHeld', { time: from, held });
  }
  const seconds = Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000));
  const values = { from, to: timeOf(endedAt), duration: durationText(seconds), held };
  return message(isHeld ? 'alerts.messages.endedHeld' : 'alerts.messages.ended', values);
}

/** Times are shown to the minute. */
const MINUTE_MS = 60_000;

/**
 * Formats the current value of a comparison, along with the previous value when a rule fires, and the peak afterwards.
 */
function atomText(kind: AlertItem['kind'], { text, unit, ...atom }: AlertItemAtom, reader: Reader): FilledMessage {
  const { language, units } = reader;
  const shown = (figure: number | null = null) =>
    figure === null ? '' : figureText(figure, unit, localeOf(language), units);
  const [value, before, peak] = [shown(atom.value), shown(atom.before), shown(atom.peak)];
  const values = { comparison: text, value, before, peak };
  // Items queued by an older version have no peak.
  if (kind !== 'fired' && peak) {
    return message(value ? 'alerts.messages.comparisonPeak' : 'alerts.messages.comparisonPeakAlone', values);
  }
  if (!value) return message('alerts.messages.comparison', values);
  return message(
    before && kind === 'fired' ? 'alerts.messages.comparisonBefore' : 'alerts.messages.comparisonNow',
    values,
  );
}

function findWorst(items: readonly AlertItem[]): WrittenMessage['worst'] {
  const open = items.filter(({ kind }) => kind === 'fired' || kind === 'repeated');
  if (open.length === 0) return 'OK';
  return open.some(({ severity }) => severity === 'BAD') ? 'BAD' : 'WARNING';
}

function writeNotes({ more, heldByLimit, heldByQuiet }: MessageContent): Message[] {
  return [
    ...(more > 0 ? [message('alerts.messages.more', { count: more })] : []),
    ...(heldByQuiet > 0 ? [message('alerts.messages.heldByQuiet', { count: heldByQuiet })] : []),
    ...(heldByLimit > 0
      ? [message('alerts.messages.heldByLimit', { count: heldByLimit, maximum: MESSAGES_AN_HOUR })]
      : []),
  ];
}
