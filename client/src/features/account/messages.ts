import { loadMessages } from '../../lib/i18n/load-messages';

/** Settled when what the account page says is there. */
export const accountMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.account', import: 'default' }),
);
