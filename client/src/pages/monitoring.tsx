// Starts the live connection immediately, because the page's content is pushed.
import '../lib/graphql/live-socket';

export { MonitoringPage as default } from '../features/monitoring/monitoring-page';
export { coreMessages as messages } from '../lib/i18n/core-messages';
