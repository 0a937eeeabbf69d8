import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when what the bell says is loaded. */
export const bellMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.bell,ui.severity', import: 'default' }),
);
