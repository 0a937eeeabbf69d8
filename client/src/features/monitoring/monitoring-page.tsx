import { Suspense } from 'react';
import { Page } from '../../components/page';
import { PageBoundary } from '../../components/page-boundary';
import { Loading } from '../../components/states';
import { useConnection } from '../../lib/graphql/connection';
import { lazyPart } from '../../lib/i18n/lazy-part';
import { t } from '../../lib/i18n/t';
import { liveStatusOf } from './live/connection-state';
import { LiveMeasures } from './live/live-measures';
import { useSample } from './live/use-sample';

/** Charts are a large script: the figures of now do not wait for it. */
const Dashboard = lazyPart(() => import('./dashboard'));

/** The live dashboard of the host (contract 4). */
export function MonitoringPage() {
  const live = useSample();
  const state = liveStatusOf(useConnection(), live.polling);
  return (
    <Page title={t('ui.monitoring.title')} lead={t('ui.monitoring.lead')}>
      <LiveMeasures live={live} />
      <div className="dashboard">
        <PageBoundary>
          <Suspense fallback={<Loading lines={6} />}>
            <Dashboard sample={live.sample} arriving={state === 'live' || state === 'asking'} />
          </Suspense>
        </PageBoundary>
      </div>
    </Page>
  );
}
