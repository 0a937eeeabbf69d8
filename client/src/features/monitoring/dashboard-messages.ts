import { loadMessages } from '../../lib/i18n/load-messages';

/** Resolves once the messages of the charts and their surroundings are loaded. */
export const dashboardMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', {
    query: '?keys=ui.dashboard,ui.hostState,rules.supplied',
    import: 'default',
  }),
);
