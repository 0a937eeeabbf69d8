import { loadMessages } from '../../lib/i18n/load-messages';

/** Settled when what is said of the figures of now is there. */
export const monitoringMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.monitoring', import: 'default' }),
);
