import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of this part are loaded, and those of its dialog. */
export const ownDataMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.ownData,ui.lists', import: 'default' }),
);
