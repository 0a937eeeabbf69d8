import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of the passkeys are loaded, and those of their dialogs and of recovery codes. */
export const passkeysMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.passkeys,ui.factors,ui.lists',
    import: 'default',
  }),
);
