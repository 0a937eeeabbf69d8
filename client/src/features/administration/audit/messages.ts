import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves once the messages of this section are loaded. */
export const auditMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.audit,rules.supplied', import: 'default' }),
);
