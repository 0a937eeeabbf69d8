import { HomeBody } from '../features/home/home-body';
import { HostSummary } from '../features/monitoring/hosts/host-summary';
import type { Sample } from '../features/monitoring/live/sample-fields';
import { loadMessages } from '../lib/i18n/load-messages';
import { fetchWords, recentEvents } from './home-parts';

export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', {
    query: '?keys=ui.dashboard.charts,ui.bell,ui.hosts,ui.hostState,ui.severity,rules.supplied',
    import: 'default',
  }),
);

interface HomeHostProps {
  sample: Sample | undefined;
  arriving: boolean;
  state: 'LIVE' | 'LATE';
}

/** The home page's content if there is one host. */
export default function HomeHost(props: HomeHostProps) {
  return (
    <HomeBody fetchWords={fetchWords} isReady={props.sample !== undefined} events={recentEvents}>
      <HostSummary {...props} />
    </HomeBody>
  );
}
