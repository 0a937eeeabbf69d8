import { loadMessages } from '../../lib/i18n/load-messages';

/** Settled when what the number and its bits says is there. */
export const converterMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.converter,rules', import: 'default' }),
);
