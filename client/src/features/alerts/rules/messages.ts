import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of the list of rules are loaded. */
export const alertRulesMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.alertRules', import: 'default' }),
);
