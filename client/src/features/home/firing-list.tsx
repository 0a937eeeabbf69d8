import { Link } from 'wouter';
import { Icon } from '../../components/icon';
import { Severity } from '../../components/status/severity';
import { useAwaySince } from '../../lib/graphql/connection';
import { formatSince } from '../../lib/i18n/since';
import { t } from '../../lib/i18n/t';
import type { PushedIncident } from '../../lib/incidents/incidents.operations';
import { worstFirst } from '../../lib/incidents/open-incidents';
import type { IncidentWords } from '../../lib/incidents/use-incident-words';
import { hostPath, incidentPath, paths } from '../../paths';

/** Any more would push the machines off the first screen. */
const SHOWN = 5;

interface FiringListProps {
  /** Undefined while unknown. */
  incidents: readonly PushedIncident[] | undefined;
  words: IncidentWords;
}

/** Lists the incidents that need somebody now, the worst first; or says in one line that there are none. */
export function FiringList({ incidents, words }: FiringListProps) {
  const isAway = useAwaySince() !== undefined;
  // The last known incidents stay while the server is away, but nothing can be called quiet.
  if (!incidents || incidents.length === 0) {
    return (
      <p className="home-quiet">
        {incidents && !isAway && (
          <>
            <Icon name="tick" /> {t('ui.bell.quiet')}
          </>
        )}
      </p>
    );
  }
  const more = incidents.length - SHOWN;
  return (
    <section className="home-firing" aria-labelledby="firing" data-stale={isAway || undefined}>
      <h2 id="firing">{t(isAway ? 'ui.home.firingBefore' : 'ui.home.firing')}</h2>
      <ul>
        {worstFirst(incidents)
          .slice(0, SHOWN)
          .map((incident) => (
            <li className="home-incident" key={incident.id} data-severity={incident.severity}>
              <Severity severity={incident.severity} />
              <Link className="home-incident-what" href={incidentPath(incident.id)} title={words(incident)}>
                {words(incident)}
              </Link>
              <Link className="home-incident-host" href={hostPath(incident.host)} title={incident.hostName}>
                {incident.hostName}
              </Link>
              <span className="home-incident-since">
                {t('ui.home.since', { time: formatSince(Date.parse(incident.startedAt)) })}
              </span>
            </li>
          ))}
      </ul>
      {more > 0 && (
        <Link className="home-more" href={`${paths.alerts}?estado=abertos`}>
          {t('ui.bell.more', { count: more })}
        </Link>
      )}
    </section>
  );
}
