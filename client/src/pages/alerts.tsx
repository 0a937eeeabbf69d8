import { AlertsPage } from '../features/alerts/alerts-page';
import { lazyAfterLoad } from '../lib/i18n/lazy-after-load';
import { loadMessages } from '../lib/i18n/load-messages';
import { phoneKind } from '../lib/page/installation';
import { alertSections } from './alert-sections';

/** Messages of this page; they are loaded before it is shown. */
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', {
    query: '?keys=ui.alerts,ui.lists,ui.severity,rules.supplied',
    import: 'default',
  }),
);

/** Only phones show it, and only until it is dismissed. */
const fetchInstallHint = () => import('../features/alerts/install/install-hint');
const InstallHint = lazyAfterLoad(fetchInstallHint);

/** The page `/sistema/alertas/` and its sections. */
export default function Alerts() {
  return <AlertsPage sections={alertSections} hint={phoneKind() && <InstallHint />} />;
}
