import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of the fractions tab are loaded. */
export const fractionsMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.fractions,ui.stepTables,rules.fraction',
    import: 'default',
  }),
);
