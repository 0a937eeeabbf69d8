import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of the floating-point numbers are loaded. */
export const floatMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.float,rules.float',
    import: 'default',
  }),
);
