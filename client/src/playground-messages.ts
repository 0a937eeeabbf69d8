import { loadMessages } from './lib/i18n/load-messages';

/** Settled when what stands in the playground’s editor at the first visit is there. */
export const playgroundMessages = loadMessages(
  import.meta.glob('../../src/locales/*.json', { query: '?keys=ui.playground', import: 'default' }),
);
