import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of forms and of the underlying expressions are loaded. */
export const formsMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.forms,ui.logic,ui.circuit,rules.expression,rules.outputs',
    import: 'default',
  }),
);
