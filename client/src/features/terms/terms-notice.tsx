import './terms-notice.css';
import { useEffect } from 'react';
import { useQuery, useSubscription } from 'urql';
import { Link, useRoute } from 'wouter';
import { Icon } from '../../components/icon';
import { t } from '../../lib/i18n/t';
import { paths } from '../../paths';
import { useSettledVersion } from './settled-version';
import { TermsChanged, TermsSeenQuery } from './terms.operations';

/**
 * Word of terms that the person has not seen, on every page but theirs: a notice, never a wall. It floats, so that it
 * moves nothing, and can be put away.
 */
export function TermsNotice() {
  const version = useUnseenVersion();
  const [settled, settle] = useSettledVersion();
  const [reading] = useRoute(paths.terms);
  if (version === null || version === settled || reading) return null;
  return (
    <aside className="terms-notice" aria-label={t('ui.terms.title')}>
      <p role="status">
        {t('ui.terms.notice')} <Link href={paths.terms}>{t('ui.terms.read')}</Link>
      </p>
      <button
        className="button button-icon"
        type="button"
        aria-label={t('ui.terms.dismiss')}
        onClick={() => settle(version)}
      >
        <Icon name="close" />
      </button>
    </aside>
  );
}

/** The version that is shown, when the person has not seen it; null when there is none, or it is not known yet. */
function useUnseenVersion(): string | null {
  const [{ data, fetching }, ask] = useQuery({ query: TermsSeenQuery });
  const [{ data: pushed }] = useSubscription({ query: TermsChanged });
  const known = data === undefined ? undefined : (data.terms?.version ?? null);
  const shown = pushed === undefined ? undefined : (pushed.termsChanged?.version ?? null);
  useEffect(() => {
    const isNews = known !== undefined && shown !== undefined && known !== shown;
    if (isNews && !fetching) ask({ requestPolicy: 'network-only' });
  }, [known, shown, fetching, ask]);
  return data?.terms && data.terms.seenAt === null ? data.terms.version : null;
}
