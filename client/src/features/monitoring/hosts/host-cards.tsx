import './host-cards.css';
import { Link } from 'wouter';
import { hostStateWords } from '../../../components/status/host-condition';
import { useAwaySince } from '../../../lib/graphql/connection';
import { formatDecimal } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import type { IncidentWords } from '../../../lib/incidents/use-incident-words';
import { paths } from '../../../paths';
import { countedStates } from './counted-states';
import { HostRow } from './host-row';
import type { HostCounts } from './hosts.operations';
import { searchWith } from './hosts-filter';
import type { LiveHosts } from './use-live-hosts';

interface HostCardsProps extends LiveHosts {
  words: IncidentWords;
}

/** The worst hosts as cards, how many there are in each state, and the way to all others. */
export function HostCards({ hosts = [], total, counts, figures, area, words }: HostCardsProps) {
  const isAway = useAwaySince() !== undefined;
  const more = total - hosts.length;
  return (
    <section className="home-hosts" aria-labelledby="machines" data-stale={isAway || undefined}>
      <header className="home-hosts-head">
        <h2 id="machines">
          <Link href={paths.monitoring}>{t('ui.hosts.list')}</Link>
        </h2>
        {counts && !isAway && <StateLinks counts={counts} />}
      </header>
      <ul className="host-cards" ref={area} aria-labelledby="machines">
        {hosts.map((host) => (
          <li key={host.id}>
            <HostRow host={host} figures={figures} words={words} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link className="button" href={paths.monitoring}>
          {t('ui.hosts.more', { count: more })}
        </Link>
      )}
    </section>
  );
}

/** The number of hosts in each state that some are in, the worst first; each leads to their list. */
function StateLinks({ counts }: { counts: HostCounts }) {
  return (
    <ul className="home-hosts-states">
      {countedStates(counts).map(({ state, count }) => (
        <li key={state}>
          <Link
            className="host-state"
            data-state={state}
            href={paths.monitoring + searchWith({ search: '', tag: '', state, order: 'WORST' })}
          >
            {t(hostStateWords[state])} <span className="home-hosts-count">{formatDecimal(count, 0)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
