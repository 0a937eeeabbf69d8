import { loadMessages } from '../../lib/i18n/load-messages';

/** Resolves when the messages of the first page are loaded. */
export const homeMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', {
    query: '?keys=ui.home,ui.hostState,rules.supplied',
    import: 'default',
  }),
);
