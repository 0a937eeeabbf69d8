import { loadMessages } from '../../lib/i18n/load-messages';

/** Resolves when the messages that the sections of the administration share are loaded. */
export const administrationMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.administration', import: 'default' }),
);
