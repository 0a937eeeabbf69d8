import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of this part and its dialog are loaded. */
export const ownDataMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.ownData,ui.lists', import: 'default' }),
);
