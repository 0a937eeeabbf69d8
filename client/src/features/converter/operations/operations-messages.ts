import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of the operations on bits are loaded. */
export const operationsMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.bitwise,ui.arithmetic,ui.converterTab',
    import: 'default',
  }),
);
