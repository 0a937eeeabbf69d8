import './terms-notice.css';
import { useEffect } from 'react';
import { useQuery, useSubscription } from 'urql';
import { Link, useRoute } from 'wouter';
import { Icon } from '../../components/icon';
import { t } from '../../lib/i18n/t';
import { paths } from '../../paths';
import { useAcknowledgedVersion } from './acknowledged-version';
import { TermsChanged, TermsSeenQuery } from './terms.operations';

/**
 * Announces terms that the viewer has not seen, on every page except the terms page. The notice blocks nothing, shifts
 * no content and can be dismissed.
 */
export function TermsNotice() {
  const version = useUnseenVersion();
  const [acknowledged, acknowledge] = useAcknowledgedVersion();
  const [reading] = useRoute(paths.terms);
  if (version === null || version === acknowledged || reading) return null;
  return (
    <aside className="terms-notice" aria-label={t('ui.terms.title')}>
      <p role="status">
        {t('ui.terms.notice')} <Link href={paths.terms}>{t('ui.terms.read')}</Link>
      </p>
      <button
        className="button button-icon"
        type="button"
        aria-label={t('ui.terms.dismiss')}
        onClick={() => acknowledge(version)}
      >
        <Icon name="close" />
      </button>
    </aside>
  );
}

/**
 * Returns the current version if the viewer has not seen it; null if they have, if there are no terms, or before this
 * is known.
 */
function useUnseenVersion(): string | null {
  const [{ data, fetching }, refetch] = useQuery({ query: TermsSeenQuery });
  const [{ data: pushed }] = useSubscription({ query: TermsChanged });
  const known = data === undefined ? undefined : (data.terms?.version ?? null);
  const shown = pushed === undefined ? undefined : (pushed.termsChanged?.version ?? null);
  useEffect(() => {
    const isOutdated = known !== undefined && shown !== undefined && known !== shown;
    if (isOutdated && !fetching) refetch({ requestPolicy: 'network-only' });
  }, [known, shown, fetching, refetch]);
  return data?.terms && data.terms.seenAt === null ? data.terms.version : null;
}
