import { AlertsPage } from '../features/alerts/alerts-page';
import { alertSections } from './alert-sections';

export { alertsMessages as messages } from '../features/alerts/messages';

/** The page `/sistema/alertas/` and its sections. */
export default function Alerts() {
  return <AlertsPage sections={alertSections} />;
}
