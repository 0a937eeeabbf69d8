import type { IncomingMessage } from 'node:http';
import { type Language, languages } from '../../shared/text.js';
import { cookiesOf, LANGUAGE_COOKIE } from '../security/cookies.js';

/**
 * The language that was chosen in this browser, else the one that it prefers by `Accept-Language`; Portuguese when it
 * prefers neither (contract 8).
 */
export function languageOf(request: IncomingMessage): Language {
  const chosen = cookiesOf(request)[LANGUAGE_COOKIE];
  return languages.find((language) => language === chosen) ?? preferredLanguage(request);
}

function preferredLanguage({ headers }: IncomingMessage): Language {
  const wishes = (headers['accept-language'] ?? '').split(',').map(parseWish);
  const [best] = wishes.filter((wish) => wish !== undefined).sort((a, b) => b.quality - a.quality);
  return best?.language ?? 'pt';
}

interface Wish {
  readonly language: Language;
  readonly quality: number;
}

/** `en-GB;q=0.8` → English at 0.8. Other languages, and those at 0, are no wish. */
function parseWish(range: string): Wish | undefined {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  const language = languages.find((known) => tag === known || tag.startsWith(`${known}-`));
  return language && quality > 0 ? { language, quality } : undefined;
}
