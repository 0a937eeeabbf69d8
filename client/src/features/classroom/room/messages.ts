import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of a participant's page are loaded. */
export const roomMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.room', import: 'default' }),
);
