import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of the silences are loaded. */
export const silencesMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.silences,ui.silencing', import: 'default' }),
);
