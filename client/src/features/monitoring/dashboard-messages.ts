import { loadMessages } from '../../lib/i18n/load-messages';

/** Settled when what the charts and what stands around them say is there. */
export const dashboardMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.dashboard', import: 'default' }),
);
