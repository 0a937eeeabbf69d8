import { languageOf } from '../../lib/i18n/load-messages';
import type { Preferences } from './account.operations';

/** What a catalogue contains about its own language. */
interface OwnWords {
  readonly 'language.name': string;
  readonly 'language.locale': string;
}

/** Of every catalogue there is. */
const catalogues = import.meta.glob<OwnWords>('../../../../src/locales/*.json', {
  eager: true,
  query: '?keys=language',
  import: 'default',
});

/** A language as GraphQL names it: `pt-PT` is `PT_PT`. */
export type Language = NonNullable<Preferences['language']>;

/** The languages to choose from, by their own names. */
export const languageOptions = Object.entries(catalogues)
  .map(([path, own]) => ({
    value: languageOf(path).toUpperCase().replaceAll('-', '_') as Language,
    label: own['language.name'],
    lang: own['language.locale'],
  }))
  .sort((a, b) => a.label.localeCompare(b.label));
