export { monitoringMessages as messages } from '../features/monitoring/messages';
export { MonitoringPage as default } from '../features/monitoring/monitoring-page';
