import { AlertsPage } from '../features/alerts/alerts-page';
import { loadMessages } from '../lib/i18n/load-messages';
import { alertSections } from './alert-sections';

/** Messages of this page; they are loaded before it is shown. */
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
