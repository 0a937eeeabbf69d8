import type { graphql } from 'gql.tada';
import { detectLanguage } from './load-messages';

/** A catalogue's entries about its own language. */
interface OwnWords {
  readonly 'language.name': string;
  readonly 'language.locale': string;
}

const catalogues = import.meta.glob<OwnWords>('../../../../src/locales/*.json', {
  eager: true,
  query: '?keys=language',
  import: 'default',
});

/** A language as named in GraphQL: `pt-PT` is `PT_PT`. */
export type Language = ReturnType<typeof graphql.scalar<'Language'>>;

/** The selectable languages, each labelled with its own name. */
export const languageOptions = Object.entries(catalogues)
  .map(([path, own]) => ({
    value: detectLanguage(path).toUpperCase().replaceAll('-', '_') as Language,
    label: own['language.name'],
    lang: own['language.locale'],
  }))
  .sort((a, b) => a.label.localeCompare(b.label));
