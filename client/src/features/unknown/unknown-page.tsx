import { Page } from '../../components/layout/page';
import { t } from '../../lib/i18n/t';

/** Shown for URLs that the client doesn't know. */
export function UnknownPage() {
  return <Page title={t('ui.core.unknown.title')} lead={t('ui.core.unknown.lead')} />;
}
