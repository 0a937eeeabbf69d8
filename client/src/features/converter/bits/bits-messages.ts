import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of the bits of a number and the figures of the host are loaded. */
export const bitsMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.bits,ui.machine,ui.converterTab',
    import: 'default',
  }),
);
