// What it shows is pushed from the first moment.
import '../lib/graphql/live-socket';

export { MonitoringPage as default } from '../features/monitoring/monitoring-page';
export { coreMessages as messages } from '../lib/i18n/core-messages';
