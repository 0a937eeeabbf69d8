import { loadMessages } from '../../lib/i18n/load-messages';

/** Resolves when the messages of the account page are loaded. */
export const accountMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.account', import: 'default' }),
);
