import { loadMessages } from './lib/i18n/load-messages';

/** Settles when the initial content of the playground's editor is loaded. */
export const playgroundMessages = loadMessages(
  import.meta.glob('../../src/locales/*.json', { query: '?keys=ui.playground', import: 'default' }),
);
