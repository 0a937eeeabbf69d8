import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of this section are loaded. */
export const accessMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.access,ui.invitations', import: 'default' }),
);
