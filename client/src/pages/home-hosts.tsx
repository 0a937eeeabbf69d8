import { Failure } from '../components/status/states';
import { HomeBody } from '../features/home/home-body';
import { HostCards } from '../features/monitoring/hosts/host-cards';
import type { ListedHost } from '../features/monitoring/hosts/hosts.operations';
import { useLiveHosts } from '../features/monitoring/hosts/use-live-hosts';
import { loadMessages } from '../lib/i18n/load-messages';
import { useIncidentWords } from '../lib/incidents/use-incident-words';
import { fetchWords, recentEvents } from './home-parts';

export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', {
    query: '?keys=ui.bell,ui.hosts,ui.hostState,ui.severity,rules.supplied',
    import: 'default',
  }),
);

const WORST = { search: null, tag: null, state: null, order: 'WORST' } as const;

/** The home page's content if there are several hosts. */
export default function HomeHosts() {
  const cards = useLiveHosts(WORST, sortedIds);
  const words = useIncidentWords(fetchWords);
  if (!cards.hosts && cards.failure !== undefined) return <Failure text={cards.failure} onRetry={cards.retry} />;
  return (
    <HomeBody fetchWords={fetchWords} isReady={cards.hosts !== undefined} events={recentEvents}>
      <HostCards {...cards} words={words} />
    </HomeBody>
  );
}

/** Sorted, so that the subscription stays when the cards change places. */
function sortedIds(hosts: readonly ListedHost[]): readonly string[] {
  return hosts.map(({ id }) => id).sort();
}
