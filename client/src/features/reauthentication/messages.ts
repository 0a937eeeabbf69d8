import { loadMessages } from '../../lib/i18n/load-messages';

/** Resolves when the messages of the dialog are loaded. */
export const reauthenticationMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', {
    query: '?keys=ui.reauthentication,ui.lists',
    import: 'default',
  }),
);
