import { loadMessages } from '../../../../../lib/i18n/load-messages';

/** Resolves when the messages of circuits and truth tables are loaded. */
export const drawingMessages = loadMessages(
  import.meta.glob('../../../../../../../src/locales/*.json', {
    query: '?keys=ui.circuit,ui.truthTable',
    import: 'default',
  }),
);
