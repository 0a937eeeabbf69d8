import { pageLocale } from './language';

/** One text in both languages; `{name}` marks a value that is filled in when it is said. */
export interface Message {
  pt: string;
  en: string;
}

/** Gives a message in the page's language, with its `{name}` marks filled in from `values`. */
export function say(message: Message, values: Record<string, string | number> = {}): string {
  const text = pageLocale() === 'en' ? message.en : message.pt;
  return text.replace(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
}
