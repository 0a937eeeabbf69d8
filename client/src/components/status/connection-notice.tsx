import './connection-notice.css';
import { useEffect } from 'react';
import { useAwaySince } from '../../lib/graphql/connection';
import { formatSince } from '../../lib/i18n/since';
import { t } from '../../lib/i18n/t';
import { showConnectionInTab } from '../../lib/page/tab';

/**
 * Says on every page and in the browser tab that the server is unreachable, since when, and that the page dates from
 * then.
 */
export function ConnectionNotice() {
  const since = useAwaySince();
  useEffect(() => {
    showConnectionInTab(since === undefined ? '' : t('ui.connection.tab'));
  }, [since]);
  return (
    <div className="connection-notice" role="status" data-testid="connection-notice">
      {since !== undefined && (
        <p>
          <strong>{t('ui.core.connection.away', { time: formatSince(since) })}</strong> {t('ui.connection.kept')}
        </p>
      )}
    </div>
  );
}
