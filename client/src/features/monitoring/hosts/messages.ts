import { loadMessages } from '../../../lib/i18n/load-messages';

/** Settled when what the page of all hosts and the head of one say is there. */
export const hostsMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.hosts,ui.hostState', import: 'default' }),
);
