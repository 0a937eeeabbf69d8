import { loadMessages } from '../../lib/i18n/load-messages';

/** Settled when what the frame of the administration and the parts of its sections say is there. */
export const administrationMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.administration', import: 'default' }),
);
