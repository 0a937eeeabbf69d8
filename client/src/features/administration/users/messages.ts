import { loadMessages } from '../../../lib/i18n/load-messages';

/** Settled when what this section says is there. */
export const usersMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.users', import: 'default' }),
);
