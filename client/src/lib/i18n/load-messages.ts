import type { Sentence } from '../../../../src/i18n/format-message';
import { languageFor } from '../../../../src/i18n/language-for';
import { pageLocale } from './language';
import { addSentences } from './t';

/**
 * Loads messages in the page's language.
 *
 * @param catalogues every catalogue by its path, as returned by `import.meta.glob`; the query `keys` lists the key
 * prefixes wanted from each.
 */
export async function loadMessages(catalogues: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  const paths = new Map(Object.keys(catalogues).map((path) => [detectLanguage(path), path]));
  const language = languageFor(pageLocale(), [...paths.keys()]);
  const load = language === undefined ? undefined : catalogues[paths.get(language) ?? ''];
  if (load) addSentences((await load()) as Record<string, Sentence>);
}

/** Returns the language of a catalogue: `pt` for `../../src/locales/pt.json`. */
export function detectLanguage(path: string): string {
  return path.replace(/^.*\/|\.json$/g, '');
}
