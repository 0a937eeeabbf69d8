import { loadMessages } from '../../../lib/i18n/load-messages';

/** Resolves once the messages of the host list and of a host's head are loaded. */
export const hostsMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.hosts,ui.hostState,ui.hostSource,ui.monitoring,rules.supplied',
    import: 'default',
  }),
);
