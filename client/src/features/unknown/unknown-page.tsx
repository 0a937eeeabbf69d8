import { Page } from '../../components/layout/page';
import { t } from '../../lib/i18n/t';

/** Shown for addresses that the client does not know. */
export function UnknownPage() {
  return <Page title={t('ui.core.unknown.title')} lead={t('ui.core.unknown.lead')} />;
}
