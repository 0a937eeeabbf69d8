import { Notice } from '../../components/status/notice';
import { useConnection } from '../../lib/graphql/connection';
import { t } from '../../lib/i18n/t';

/** Says that what is shown may be old, while there is no connection. */
export function ConnectionNotice() {
  return useConnection().state === 'offline' ? <Notice tone="bad">{t('ui.classroom.offline')}</Notice> : null;
}
