import {
  isLiteralElement,
  isNumberElement,
  isNumberSkeleton,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  type MessageFormatElement,
  type PluralElement,
} from '@formatjs/icu-messageformat-parser/no-parser.js';
import type { FilledMessage, Message, MessageKey, MessageValue } from './message.js';

/** A parsed message in one language; a plain string if it takes no values. */
export type Sentence = string | readonly MessageFormatElement[];

export interface Sentences<Key extends MessageKey> {
  /** Locale for numbers and plurals. */
  readonly locale: string;
  readonly sentenceOf: (key: Key) => Sentence;
}

/** Formats a message, and any messages among its values, in one language. */
export function formatMessage<Key extends MessageKey>(message: Message<Key>, sentences: Sentences<Key>): string {
  const { key, values }: FilledMessage<Key> = typeof message === 'string' ? { key: message, values: {} } : message;
  const sentence = sentences.sentenceOf(key);
  if (typeof sentence === 'string') return sentence;
  const texts = Object.entries(values).map(([name, value]) => [name, formatValue(value, sentences)]);
  return write(sentence, { values: Object.fromEntries(texts), locale: sentences.locale });
}

function formatValue<Key extends MessageKey>(value: MessageValue<Key>, sentences: Sentences<Key>): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if ('key' in value) return formatMessage(value, sentences);
  return value.map((one) => formatValue(one, sentences)).join(', ');
}

interface Context {
  readonly values: Readonly<Record<string, string | number>>;
  readonly locale: string;
  /** The number that `#` stands for within a plural. */
  readonly count?: number;
}

function write(elements: readonly MessageFormatElement[], context: Context): string {
  return elements.map((element) => writeElement(element, context)).join('');
}

/** Writes one element; a missing value is replaced by its name in braces, e.g. `{count}`. */
function writeElement(element: MessageFormatElement, context: Context): string {
  const { values, locale, count = 0 } = context;
  if (isLiteralElement(element)) return element.value;
  if (isPoundElement(element)) return numberText(count, locale);
  const value = values[element.value] ?? `{${element.value}}`;
  if (isPluralElement(element)) return writePlural(element, Number(value), context);
  if (isSelectElement(element)) return write((element.options[value] ?? element.options.other)?.value ?? [], context);
  if (!isNumberElement(element)) return String(value);
  return numberText(Number(value), locale, isNumberSkeleton(element.style) ? element.style.parsedOptions : {});
}

function writePlural({ options, offset, pluralType }: PluralElement, value: number, context: Context): string {
  const count = value - offset;
  const category = new Intl.PluralRules(context.locale, { type: pluralType }).select(count);
  const option = options[`=${value}`] ?? options[category] ?? options.other;
  return write(option?.value ?? [], { ...context, count });
}

function numberText(value: number, locale: string, options: Intl.NumberFormatOptions = {}): string {
  return value.toLocaleString(locale, options);
}
