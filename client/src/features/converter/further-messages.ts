import { loadMessages } from '../../lib/i18n/load-messages';

/** Settled when what the converter, below the number and its bits, says is there. */
export const furtherMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', {
    query: '?keys=ui.steps,ui.bitwise,ui.logic,ui.machine',
    import: 'default',
  }),
);
