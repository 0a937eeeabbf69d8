import { loadMessages } from '../lib/i18n/load-messages';
import { keepInstallOffer } from '../lib/page/install-offer';

keepInstallOffer();

/** Extras shown beside every page's content and loaded after the page itself, with their messages in one file. */
export { ConnectionNotice } from '../components/status/connection-notice';
export { Bell } from '../features/alerts/bell/bell';
export { TermsNotice } from '../features/terms/terms-notice';
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', {
    query: '?keys=ui.bell,ui.connection,ui.severity,ui.terms,rules.supplied',
    import: 'default',
  }),
);
