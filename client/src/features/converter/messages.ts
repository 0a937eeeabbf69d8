import { loadMessages } from '../../lib/i18n/load-messages';

/** Resolves when the messages of the number, its errors and the names of the tabs are loaded. */
export const converterMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', {
    query: '?keys=ui.converter,rules.signs,rules.number',
    import: 'default',
  }),
);
