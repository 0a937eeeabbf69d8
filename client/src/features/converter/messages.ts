import { loadMessages } from '../../lib/i18n/load-messages';

/** Resolves when the messages of the number and its bits are loaded. */
export const converterMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.converter,rules', import: 'default' }),
);
