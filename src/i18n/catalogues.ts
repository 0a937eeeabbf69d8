import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { MessageKey } from './message.js';

/** Name of a catalogue: a tag such as `pt` or `pt-PT`. The catalogues are the files in `src/locales`. */
export type Language = string;

/** All messages in one language, in ICU MessageFormat. */
export type Catalogue = Readonly<Record<MessageKey, string>>;

/** Language for browsers that prefer none of the available ones (contract 8). */
export const BASE_LANGUAGE: Language = 'pt';

/** Catalogues by language, read once. */
export const catalogues = readCatalogues(new URL('../locales/', import.meta.url));

/** Available languages: the base language, then the others by name. */
export const languages: readonly Language[] = [...catalogues.keys()];

/** Returns a language's catalogue, or that of the base language if it has been removed. */
export function findCatalogue(language: Language): Catalogue {
  return catalogues.get(language) ?? (catalogues.get(BASE_LANGUAGE) as Catalogue);
}

/** Returns a language's locale for numbers, dates and the HTML attribute `lang`, e.g. `pt-BR`. */
export function localeOf(language: Language): string {
  return findCatalogue(language)['language.locale'];
}

/**
 * Reads the catalogues in a folder, one file `<language>.json` each.
 *
 * @throws if one is not JSON, or lacks a message that the base language has.
 */
export function readCatalogues(folder: URL): ReadonlyMap<Language, Catalogue> {
  const names = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const others = names.map((file) => basename(file, '.json')).filter((language) => language !== BASE_LANGUAGE);
  const read = (language: Language) => readCatalogue(new URL(`${language}.json`, folder));
  const base = read(BASE_LANGUAGE);
  const all = new Map<Language, Catalogue>([[BASE_LANGUAGE, base]]);
  for (const language of others.sort()) {
    const catalogue = read(language);
    const missing = Object.keys(base).filter((key) => !(key in catalogue));
    if (missing.length > 0) throw new Error(`The catalogue ${language}.json lacks ${missing.join(', ')}`);
    all.set(language, catalogue);
  }
  return all;
}

function readCatalogue(file: URL): Catalogue {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`The catalogue ${basename(file.pathname)} cannot be read`, { cause: error });
  }
}
