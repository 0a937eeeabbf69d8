import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of this section are loaded. */
export const hostAdministrationMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.machines,ui.hostState', import: 'default' }),
);
