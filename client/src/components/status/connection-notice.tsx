import './connection-notice.css';
import { useEffect } from 'react';
import { useAwaySince } from '../../lib/graphql/connection';
import { loadMessages } from '../../lib/i18n/load-messages';
import { formatSince } from '../../lib/i18n/since';
import { t } from '../../lib/i18n/t';
import { showConnectionInTab } from '../../lib/page/tab';

export const messages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.connection', import: 'default' }),
);

/**
 * Says on every page and in the browser tab that the server is unreachable, since when, and that the page dates from
 * then.
 */
export default function ConnectionNotice() {
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
