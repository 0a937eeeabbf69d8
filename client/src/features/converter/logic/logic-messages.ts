import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of logic expressions are loaded. */
export const logicMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.logic,ui.circuit,ui.truthTable,rules.expression',
    import: 'default',
  }),
);
