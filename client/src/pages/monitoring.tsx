// Starts the live connection immediately, because the page's content is pushed.
import '../lib/graphql/live-socket';
import { loadMessages } from '../lib/i18n/load-messages';

export { MonitoringPage as default } from '../features/monitoring/monitoring-page';
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', { query: '?keys=ui.monitoring', import: 'default' }),
);
