// Starts the live connection immediately, because the page's content is pushed.
import '../lib/graphql/live-socket';
import { MonitoringPage } from '../features/monitoring/monitoring-page';
import { loadMessages } from '../lib/i18n/load-messages';

export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', { query: '?keys=ui.monitoring', import: 'default' }),
);

const fetchWords = () => import('./incident-words');

/** The page `/sistema/monitoramento/`. */
export default function Monitoring() {
  return <MonitoringPage fetchWords={fetchWords} />;
}
