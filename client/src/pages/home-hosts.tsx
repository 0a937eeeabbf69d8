import { Failure } from '../components/status/states';
import { HomeBody } from '../features/home/home-body';
import { HostCards } from '../features/monitoring/hosts/host-cards';
import { useHostCards } from '../features/monitoring/hosts/use-host-cards';
import { loadMessages } from '../lib/i18n/load-messages';
import { useIncidentWords } from '../lib/incidents/use-incident-words';
import { fetchWords, recentEvents } from './home-parts';

export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', {
    query: '?keys=ui.bell,ui.hosts,ui.hostState,ui.severity,rules.supplied',
    import: 'default',
  }),
);

/** The home page's content if there are several hosts. */
export default function HomeHosts() {
  const cards = useHostCards();
  const words = useIncidentWords(fetchWords);
  if (!cards.hosts && cards.failure !== undefined) return <Failure text={cards.failure} onRetry={cards.retry} />;
  return (
    <HomeBody fetchWords={fetchWords} isReady={cards.hosts !== undefined} events={recentEvents}>
      <HostCards {...cards} words={words} />
    </HomeBody>
  );
}
