import { formatMessage, type Sentence } from '../../../../src/i18n/format-message';
import type * as catalogue from '../../../../src/i18n/message';
import { pageLocale } from './language';

/** The key of a sentence that pages of the client show. */
export type MessageKey = Extract<catalogue.MessageKey, `ui.${string}` | `rules.${string}`>;

/** A sentence in no language yet: its key, with its values where it takes any. */
export type Message = catalogue.Message<MessageKey>;

/** What has been loaded so far, in the language of the page. */
const loaded: Record<string, Sentence> = {};

/** Makes sentences known, by their keys. */
export function addSentences(sentences: Readonly<Record<string, Sentence>>): void {
  Object.assign(loaded, sentences);
}

/** Gives a message in the page's language. One whose sentence has not been loaded shows its key. */
export function t(key: MessageKey, values: catalogue.MessageValues<MessageKey>): string;
export function t(message: Message): string;
export function t(message: Message, values?: catalogue.MessageValues<MessageKey>): string {
  return formatMessage(typeof message === 'string' && values ? { key: message, values } : message, {
    locale: pageLocale(),
    sentenceOf: (key) => loaded[key] ?? key,
  });
}
