import { loadMessages } from '../../lib/i18n/load-messages';

/** Resolves when the messages of the terms page are loaded. */
export const termsMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.terms', import: 'default' }),
);
