import { AlertsPage } from '../features/alerts/alerts-page';
import { loadMessages } from '../lib/i18n/load-messages';
import { alertSections } from './alert-sections';

/** The page waits for them before it shows this section. */
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', {
    query: '?keys=ui.alerts,ui.lists,ui.severity,rules.supplied',
    import: 'default',
  }),
);

/** The page `/sistema/alertas/` and its sections. */
export default function Alerts() {
  return <AlertsPage sections={alertSections} />;
}
