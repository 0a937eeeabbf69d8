import { loadMessages } from '../../../lib/i18n/load-messages';

/** Settled when what this section says is there. */
export const mailMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.mails', import: 'default' }),
);
