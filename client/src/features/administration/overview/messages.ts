import { loadMessages } from '../../../lib/i18n/load-messages';

/** Settled when what this section says is there. */
export const overviewMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.overview', import: 'default' }),
);
