import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves when the messages of the passkeys, their dialogs and the recovery codes are loaded. */
export const passkeysMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.passkeys,ui.factors,ui.lists',
    import: 'default',
  }),
);
