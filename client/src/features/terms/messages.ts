import { loadMessages } from '../../lib/i18n/load-messages';

/** Settled when what the terms page and the word of new terms say is there. */
export const termsMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.terms', import: 'default' }),
);
