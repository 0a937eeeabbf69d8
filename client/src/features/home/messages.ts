import { loadMessages } from '../../lib/i18n/load-messages';

/** Settled when what the first page says is there. */
export const homeMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.home', import: 'default' }),
);
