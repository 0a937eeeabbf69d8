import './monitoring.css';
import { type ReactNode, Suspense } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Page } from '../../components/layout/page';
import { PageBoundary } from '../../components/layout/page-boundary';
import { useConnection } from '../../lib/graphql/connection';
import { lazyPart } from '../../lib/i18n/lazy-part';
import { t } from '../../lib/i18n/t';
import { DashboardComing } from './dashboard-coming';
import { isArriving, liveStatusOf } from './live/connection-state';
import { LiveStatus } from './live/live-status';
import { useSample } from './live/use-sample';
import { isWall } from './view/wall-view';

/** The live status appears before the rest; the chart library is fetched in parallel. */
const Dashboard = lazyPart(() => {
  void import('./charts/drawn-charts').catch(() => {});
  return import('./dashboard');
});

interface LivePageProps {
  /** Name of the host if there are several. */
  heading?: string;
  /** Shown above the charts if there are several hosts. */
  head?: ReactNode;
  /** Whether the host sends no samples, so that its last figures are marked as such. */
  away?: boolean;
}

/** Shows the live dashboard of the shown host (contract 4). */
export function LivePage({ heading, head, away = false }: LivePageProps) {
  const live = useSample();
  const connection = useConnection();
  const arriving = isArriving(connection, live.polling);
  const offline = liveStatusOf(connection, live.polling) === 'offline';
  const [path, navigate] = useLocation();
  const search = useSearch();
  const address = { search, go: (search: string) => navigate(path + search) };
  const status = <LiveStatus live={live} away={away} />;
  const title = t('ui.monitoring.title');
  return (
    <div className="monitoring" data-wall={isWall(search) || undefined}>
      {!isWall(search) && head}
      <Page title={heading === undefined ? title : `${heading} · ${title}`} heading={heading ?? title}>
        <PageBoundary>
          <Suspense fallback={<DashboardComing>{status}</DashboardComing>}>
            <Dashboard
              sample={live.sample}
              arriving={arriving}
              offline={offline}
              away={away}
              status={status}
              address={address}
            />
          </Suspense>
        </PageBoundary>
      </Page>
    </div>
  );
}
