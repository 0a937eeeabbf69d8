import type { Language } from '../i18n/catalogues.js';
import type { Message, MessageKey } from '../i18n/message.js';
import { translate } from '../i18n/translate.js';

/** Returns texts that the people of the demonstration have written, such as names of rules, in its language. */
export interface DemoTexts {
  (text: Message<Extract<MessageKey, `demo.${string}`>>): string;
  readonly language: Language;
}

export function demoTextsIn(language: Language): DemoTexts {
  return Object.assign((text: Message) => translate(text, language), { language });
}
