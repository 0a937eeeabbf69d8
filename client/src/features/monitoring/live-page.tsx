import './monitoring.css';
import { type ReactNode, Suspense } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Page } from '../../components/layout/page';
import { PageBoundary } from '../../components/layout/page-boundary';
import type { HostStateName } from '../../components/status/host-condition';
import { useConnection } from '../../lib/graphql/connection';
import { lazyPart } from '../../lib/i18n/lazy-part';
import { t } from '../../lib/i18n/t';
import { DashboardComing } from './dashboard-coming';
import { useHost } from './host/host-identity';
import { isArriving } from './live/connection-state';
import { LiveStatus } from './live/live-status';
import { useIsLate } from './live/use-is-late';
import { useSample } from './live/use-sample';
import { isWall } from './view/wall-view';
import { parseZoom } from './view/zoom';

/** The live status appears before the rest; the chart library is fetched in parallel. */
const Dashboard = lazyPart(() => {
  void import('./charts/drawn-charts').catch(() => {});
  return import('./dashboard');
});

interface LivePageProps {
  /** Name of the host, if there are several. */
  heading?: string;
  /** Shown above the charts if there are several hosts. */
  head?: ReactNode;
  /** Shown below the heading, e.g. what is wrong with the host's source. */
  notice?: ReactNode;
  /** The host's state according to the server; for the service's own machine, it is derived from the samples. */
  state?: HostStateName;
}

/** The live dashboard of the host being shown (contract 4). */
export function LivePage({ heading, head, notice, state: told }: LivePageProps) {
  const live = useSample();
  const connection = useConnection();
  const arriving = isArriving(connection, live.polling);
  const isLate = useIsLate(live.sample, arriving, useHost()?.intervalSeconds);
  const state = told ?? (isLate ? 'LATE' : 'LIVE');
  const [path, navigate] = useLocation();
  const search = useSearch();
  const address = { search, go: (search: string) => navigate(path + search) };
  const isPast = parseZoom(search) !== null;
  const status = (
    <LiveStatus live={live} state={state} hasHead={head !== undefined && !isWall(search)} isPast={isPast} />
  );
  const title = t('ui.monitoring.title');
  return (
    <div className="monitoring" data-wall={isWall(search) || undefined}>
      {!isWall(search) && head}
      <Page title={heading === undefined ? title : `${heading} · ${title}`} heading={heading ?? title}>
        {!isWall(search) && notice}
        <PageBoundary>
          <Suspense fallback={<DashboardComing>{status}</DashboardComing>}>
            <Dashboard sample={live.sample} arriving={arriving} state={state} status={status} address={address} />
          </Suspense>
        </PageBoundary>
      </Page>
    </div>
  );
}
