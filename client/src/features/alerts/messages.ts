import { loadMessages } from '../../lib/i18n/load-messages';

/** Resolves when the messages that the sections of the alerts share are loaded, and those of their lists. */
export const alertsMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', {
    query: '?keys=ui.alerts,ui.lists,ui.severity',
    import: 'default',
  }),
);
