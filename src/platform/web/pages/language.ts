import type { IncomingMessage } from 'node:http';
import { BASE_LANGUAGE, type Language, languages } from '../../../i18n/catalogues.js';
import { languageFor } from '../../../i18n/language-for.js';
import { LANGUAGE_COOKIE, parseCookies } from '../security/cookies.js';

/**
 * Returns the language chosen in this browser, or else the preferred one in `Accept-Language`; the base language if
 * none of ours is preferred (contract 8).
 */
export function detectLanguage(request: IncomingMessage): Language {
  return namedLanguage(request) ?? BASE_LANGUAGE;
}

/** Like {@link detectLanguage} for answers of the API, which are in English for programs that name no language. */
export function detectApiLanguage(request: IncomingMessage): Language {
  return namedLanguage(request) ?? ENGLISH;
}

const ENGLISH: Language = 'en';

function namedLanguage(request: IncomingMessage): Language | undefined {
  const chosen = parseCookies(request)[LANGUAGE_COOKIE];
  return languages.find((language) => language === chosen) ?? preferredLanguage(request);
}

/** Browsers send only a few, so the rest of a longer list is ignored. */
const WISHES_MAX = 20;

function preferredLanguage({ headers }: IncomingMessage): Language | undefined {
  const header = headers['accept-language'];
  if (header === undefined) return undefined;
  const wishes = header.split(',', WISHES_MAX).map(parseWish);
  const [best] = wishes.filter((wish) => wish !== undefined).sort((a, b) => b.quality - a.quality);
  return best?.language;
}

interface Wish {
  readonly language: Language;
  readonly quality: number;
}

/**
 * Parses a language range, e.g. `en-GB;q=0.8` as English at 0.8. Unavailable languages, and those at 0, are ignored.
 */
function parseWish(range: string): Wish | undefined {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  const language = languageFor(tag, languages);
  return language && quality > 0 ? { language, quality } : undefined;
}
