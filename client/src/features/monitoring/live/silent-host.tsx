export { HostState as default } from '../../../components/status/host-state';

import { loadMessages } from '../../../lib/i18n/load-messages';

/** The names of the states. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.hostState', import: 'default' }),
);
