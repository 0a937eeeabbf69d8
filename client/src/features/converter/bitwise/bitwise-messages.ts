import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of the bitwise operations are loaded. */
export const bitwiseMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.bitwise,ui.converterTab',
    import: 'default',
  }),
);
