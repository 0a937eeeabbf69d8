import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves once the messages for passkeys, their dialogs and recovery codes are loaded. */
export const passkeysMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.passkeys,ui.factors,ui.lists',
    import: 'default',
  }),
);
