import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of this section and its dialogs are loaded. */
export const factorsMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.factors,ui.lists', import: 'default' }),
);
