import { Suspense } from 'react';
import { useParams, useSearch } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { Loading } from '../../components/status/states';
import { lazyPart } from '../../lib/i18n/lazy-part';
import type { FetchIncidentWords } from '../../lib/incidents/use-incident-words';
import { asksForCharts } from './hosts/asks-for-charts';
import { useSeveralHosts } from './hosts/several-hosts';
import { LivePage } from './live-page';

/** Neither is fetched if there is only one host. */
const fetchAllHosts = () => import('./hosts/all-hosts');
const fetchHostPage = () => import('./hosts/host-page');
const AllHosts = lazyPart(fetchAllHosts);
const HostPage = lazyPart(fetchHostPage);

/**
 * The live dashboard (contract 4) of the host in the URL. If the URL names none, shows the default host, or a list if
 * there are several.
 */
export function MonitoringPage({ fetchWords }: { fetchWords: FetchIncidentWords }) {
  const { host } = useParams<{ host?: string }>();
  const areSeveral = useSeveralHosts();
  const search = useSearch();
  const hash = useLocationProperty(() => location.hash);
  if (host === undefined && (!areSeveral || asksForCharts(search, hash))) return <LivePage />;
  return (
    <Suspense fallback={<Loading lines={8} />}>
      {host === undefined ? <AllHosts fetchWords={fetchWords} /> : <HostPage key={host} id={host} />}
    </Suspense>
  );
}
