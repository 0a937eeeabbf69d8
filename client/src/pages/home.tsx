import { Suspense } from 'react';
import { Lookout } from '../components/lookout';
import { HomePage } from '../features/home/home-page';
import { SmallCharts } from '../features/monitoring/charts/sparklines/small-charts';
import { useHost } from '../features/monitoring/host/host-identity';
import { isArriving } from '../features/monitoring/live/connection-state';
import { LiveStatus } from '../features/monitoring/live/live-status';
import { useIsLate } from '../features/monitoring/live/use-is-late';
import { useSample } from '../features/monitoring/live/use-sample';
import { useConnection } from '../lib/graphql/connection';
// Starts the live connection immediately, because the page's content is pushed.
import '../lib/graphql/live-socket';

import { lazyAfterLoad } from '../lib/i18n/lazy-after-load';
import { loadMessages } from '../lib/i18n/load-messages';

/** Messages of this page; they are loaded before it is shown. */
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', {
    query: '?keys=ui.home,ui.monitoring',
    import: 'default',
  }),
);

const fetchFiringNow = () => import('../features/monitoring/live/firing-now');
const FiringNow = lazyAfterLoad(fetchFiringNow);

/** The page `/`. */
export default function Home() {
  return <HomePage now={<Now />} />;
}

/** A separate component, so that a new sample re-renders nothing else. */
function Now() {
  const live = useSample();
  const arriving = isArriving(useConnection(), live.polling);
  const host = useHost();
  const state = useIsLate(live.sample, arriving, host?.intervalSeconds) ? 'LATE' : 'LIVE';
  const isNow = arriving && state === 'LIVE';
  return (
    <>
      <Lookout lit={isNow} />
      <div className="live">
        <div className="home-state">
          <LiveStatus live={live} state={state} />
          <Suspense>
            <FiringNow host={host?.id} />
          </Suspense>
        </div>
        <SmallCharts sample={live.sample} arriving={isNow} />
      </div>
    </>
  );
}
