export { MonitoringPage as default } from '../features/monitoring/monitoring-page';
