import { formatMessage, type Sentence } from '../../../../src/i18n/format-message';
import type * as catalogue from '../../../../src/i18n/message';
import { pageLocale } from './language';

/** The key of a message shown by the client. */
export type MessageKey = Extract<catalogue.MessageKey, `ui.${string}` | `rules.${string}`>;

/** An untranslated message: its key, plus its values if it takes any. */
export type Message = catalogue.Message<MessageKey>;

/** Messages loaded so far, in the page's language. */
const loaded: Record<string, Sentence> = {};

export function addSentences(sentences: Readonly<Record<string, Sentence>>): void {
  Object.assign(loaded, sentences);
}

/** Translates a message into the page's language. Falls back to the key if the message has not been loaded. */
export function t(key: MessageKey, values: catalogue.MessageValues<MessageKey>): string;
export function t(message: Message): string;
export function t(message: Message, values?: catalogue.MessageValues<MessageKey>): string {
  return formatMessage(typeof message === 'string' && values ? { key: message, values } : message, {
    locale: pageLocale(),
    sentenceOf: (key) => loaded[key] ?? key,
  });
}
