import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { MessageKey } from './message.js';

/** The name of a catalogue, a tag such as `pt` or `pt-PT`; the catalogues are the files of `src/locales`. */
export type Language = string;

/** Every sentence in one language, in ICU MessageFormat. */
export type Catalogue = Readonly<Record<MessageKey, string>>;

/** The language of browsers that prefer none that there is (contract 8). */
export const BASE_LANGUAGE: Language = 'pt';

/** The catalogues by language, which are read once. */
export const catalogues = readCatalogues(new URL('../locales/', import.meta.url));

/** The languages of Vigia: the base language, then the others by name. */
export const languages: readonly Language[] = [...catalogues.keys()];

/** The catalogue of a language; that of the base language once the other has been taken away. */
export function catalogueOf(language: Language): Catalogue {
  return catalogues.get(language) ?? (catalogues.get(BASE_LANGUAGE) as Catalogue);
}

/** The locale of a language for numbers, dates and the HTML attribute `lang`: `pt-BR`. */
export function localeOf(language: Language): string {
  return catalogueOf(language)['language.locale'];
}

/**
 * Reads the catalogues of a folder: a file `<language>.json` for each.
 *
 * @throws when one is no JSON, or lacks a sentence that the base language has.
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
