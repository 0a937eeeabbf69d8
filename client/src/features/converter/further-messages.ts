import { loadMessages } from '../../lib/i18n/load-messages';

/** Resolves when the messages of the converter below the number and its bits are loaded. */
export const furtherMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', {
    query: '?keys=ui.steps,ui.bitwise,ui.logic,ui.machine',
    import: 'default',
  }),
);
