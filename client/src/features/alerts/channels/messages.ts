import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of the channels are loaded. */
export const channelsMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.channels', import: 'default' }),
);
