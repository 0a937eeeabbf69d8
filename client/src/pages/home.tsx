import { Suspense } from 'react';
import { Loading } from '../components/status/states';
import { HomePage } from '../features/home/home-page';
import { useHost } from '../features/monitoring/host/host-identity';
import { useSeveralHosts, wereSeveralHosts } from '../features/monitoring/hosts/several-hosts';
import { ConnectionState, isArriving } from '../features/monitoring/live/connection-state';
import { LiveStatus } from '../features/monitoring/live/live-status';
import { useIsLate } from '../features/monitoring/live/use-is-late';
import { useSample } from '../features/monitoring/live/use-sample';
import { useConnection } from '../lib/graphql/connection';
// Starts the live connection immediately, because the page's content is pushed.
import '../lib/graphql/live-socket';
import { fetchWhole, lazyPart, type Part } from '../lib/i18n/lazy-part';
import { loadMessages } from '../lib/i18n/load-messages';

/** Messages of this page; they are loaded before it is shown. */
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', {
    query: '?keys=ui.home,ui.monitoring',
    import: 'default',
  }),
);

const fetchHomeHost = () => import('./home-host');
const fetchHomeHosts = () => import('./home-hosts');
const HomeHost = lazyPart(fetchHomeHost);
const HomeHosts = lazyPart(fetchHomeHosts);
// Fetched with the page, also when other pages fetch it ahead, since the server may be away when it is shown.
void fetchWhole<Pick<Part<never>, 'messages'>>(wereSeveralHosts() ? fetchHomeHosts : fetchHomeHost).catch(() => {});

/** The page `/`: the machines. */
export default function Home() {
  return useSeveralHosts() ? <Several /> : <Single />;
}

function Several() {
  const { state } = useConnection();
  return (
    <HomePage lit={state === 'live'} status={<ConnectionState />}>
      <Suspense fallback={<Loading lines={8} />}>
        <HomeHosts />
      </Suspense>
    </HomePage>
  );
}

function Single() {
  const live = useSample();
  const arriving = isArriving(useConnection(), live.polling);
  const state = useIsLate(live.sample, arriving, useHost()?.intervalSeconds) ? 'LATE' : 'LIVE';
  const isNow = arriving && state === 'LIVE';
  return (
    <HomePage lit={isNow} status={<LiveStatus live={live} state={state} />}>
      <Suspense fallback={<Loading lines={8} />}>
        <HomeHost sample={live.sample} arriving={isNow} state={state} />
      </Suspense>
    </HomePage>
  );
}
