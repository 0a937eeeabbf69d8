import { loadMessages } from '../../lib/i18n/load-messages';

/** Resolves once the messages of the visitors' frame are loaded. */
export const visitorMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.connection,ui.visitor', import: 'default' }),
);
