import { loadMessages } from '../../lib/i18n/load-messages';

/** Resolves when the messages shared by the alert sections and their lists are loaded. */
export const alertsMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', {
    query: '?keys=ui.alerts,ui.lists,ui.severity,rules.supplied',
    import: 'default',
  }),
);
