import { loadMessages } from '../../lib/i18n/load-messages';

/** Resolves when the messages shared by the administration's sections and lists are loaded. */
export const administrationMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.administration,ui.lists', import: 'default' }),
);
