import { loadMessages } from '../../lib/i18n/load-messages';

/** Resolves when the messages that the sections of the administration share are loaded, and those of its lists. */
export const administrationMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.administration,ui.lists', import: 'default' }),
);
