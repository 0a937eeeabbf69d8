import './monitoring.css';
import { Suspense } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Page } from '../../components/page';
import { PageBoundary } from '../../components/page-boundary';
import { useConnection } from '../../lib/graphql/connection';
import { lazyPart } from '../../lib/i18n/lazy-part';
import { t } from '../../lib/i18n/t';
import { DashboardComing } from './dashboard-coming';
import { isArriving, liveStatusOf } from './live/connection-state';
import { LiveStatus } from './live/live-status';
import { useSample } from './live/use-sample';
import { isWall } from './view/wall-view';

/** Whether the figures are live is shown before the rest is there; the library of the charts is fetched beside it. */
const Dashboard = lazyPart(() => {
  void import('./charts/drawn-charts').catch(() => {});
  return import('./dashboard');
});

/** The live dashboard of the host (contract 4). */
export function MonitoringPage() {
  const live = useSample();
  const connection = useConnection();
  const arriving = isArriving(connection, live.polling);
  const offline = liveStatusOf(connection, live.polling) === 'offline';
  const [path, navigate] = useLocation();
  const search = useSearch();
  const address = { search, go: (search: string) => navigate(path + search) };
  const status = <LiveStatus live={live} />;
  return (
    <div className="monitoring" data-wall={isWall(search) || undefined}>
      <Page title={t('ui.monitoring.title')}>
        <PageBoundary>
          <Suspense fallback={<DashboardComing>{status}</DashboardComing>}>
            <Dashboard sample={live.sample} arriving={arriving} offline={offline} status={status} address={address} />
          </Suspense>
        </PageBoundary>
      </Page>
    </div>
  );
}
