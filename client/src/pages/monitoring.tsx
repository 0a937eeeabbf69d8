// What it shows is pushed from the first moment.
import '../lib/graphql/live-socket';

export { monitoringMessages as messages } from '../features/monitoring/messages';
export { MonitoringPage as default } from '../features/monitoring/monitoring-page';
