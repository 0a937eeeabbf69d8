import { Lookout } from '../components/lookout';
import { HomePage } from '../features/home/home-page';
import { SmallCharts } from '../features/monitoring/charts/sparklines/small-charts';
import { isArriving } from '../features/monitoring/live/connection-state';
import { LiveStatus } from '../features/monitoring/live/live-status';
import { useSample } from '../features/monitoring/live/use-sample';
import { useConnection } from '../lib/graphql/connection';
// Starts the live connection immediately: the page's content is pushed.
import '../lib/graphql/live-socket';

import { loadMessages } from '../lib/i18n/load-messages';

/** The page waits for them before it shows this section. */
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', { query: '?keys=ui.home', import: 'default' }),
);

/** The page `/`. */
export default function Home() {
  return <HomePage now={<Now />} />;
}

/** A separate component, so that a new sample re-renders nothing else. */
function Now() {
  const live = useSample();
  const connection = useConnection();
  return (
    <>
      <Lookout lit={connection.state === 'live'} />
      <div className="live">
        <LiveStatus live={live} />
        <SmallCharts sample={live.sample} arriving={isArriving(connection, live.polling)} />
      </div>
    </>
  );
}
