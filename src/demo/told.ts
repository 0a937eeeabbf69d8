import type { Language } from '../i18n/catalogues.js';
import type { Message, MessageKey } from '../i18n/message.js';
import { translate } from '../i18n/translate.js';

/** Says what people of the demonstration have written, such as names of rules, in its language. */
export interface Told {
  (text: Message<Extract<MessageKey, `demo.${string}`>>): string;
  readonly language: Language;
}

export function toldIn(language: Language): Told {
  return Object.assign((text: Message) => translate(text, language), { language });
}
