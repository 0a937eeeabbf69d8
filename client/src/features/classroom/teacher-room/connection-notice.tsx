import { Notice } from '../../../components/status/notice';
import { useConnection } from '../../../lib/graphql/connection';
import { t } from '../../../lib/i18n/t';

/** Warns that the page may be outdated while the connection is down. */
export function ConnectionNotice() {
  return useConnection().state === 'offline' ? <Notice tone="bad">{t('ui.classroom.offline')}</Notice> : null;
}
