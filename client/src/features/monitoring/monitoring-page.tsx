import { lazy, Suspense } from 'react';
import { Page } from '../../components/page';
import { PageBoundary } from '../../components/page-boundary';
import { Loading } from '../../components/states';
import { useConnection } from '../../lib/connection';
import { say } from '../../lib/say';
import { livelinessOf } from './connection-state';
import { LiveMeasures } from './live-measures';
import { monitoringMessages } from './monitoring.messages';
import { useSample } from './use-sample';

/** Charts weigh more than the rest of the page: the figures of now do not wait for them. */
const Dashboard = lazy(async () => ({ default: (await import('./dashboard/dashboard')).Dashboard }));

/** The live dashboard of the host (contract section 4). */
export function MonitoringPage() {
  const live = useSample();
  const state = livelinessOf(useConnection(), live.polling);
  return (
    <Page title={say(monitoringMessages.title)} lead={say(monitoringMessages.lead)}>
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
