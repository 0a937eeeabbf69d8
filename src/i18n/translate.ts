import { findCatalogue, type Language, localeOf } from './catalogues.js';
import { formatMessage, type Sentence } from './format-message.js';
import type { Message, MessageKey } from './message.js';
import { parseMessage } from './parse-message.js';

/** Messages by language and key, parsed on first use. */
const parsed = new Map<Language, Map<MessageKey, Sentence>>();

export function translate(message: Message, language: Language): string {
  return formatMessage(message, { locale: localeOf(language), sentenceOf: (key) => sentenceOf(key, language) });
}

/** Formats messages in one language, for templates. */
export type Translate = (message: Message) => string;

function sentenceOf(key: MessageKey, language: Language): Sentence {
  const sentences = parsed.get(language) ?? new Map<MessageKey, Sentence>();
  parsed.set(language, sentences);
  const known = sentences.get(key);
  if (known !== undefined) return known;
  const sentence = parseMessage(findCatalogue(language)[key]);
  sentences.set(key, sentence);
  return sentence;
}
