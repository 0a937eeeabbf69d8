import './recent-incidents.css';
import { useRef } from 'react';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { formatSince } from '../../../lib/i18n/since';
import { t } from '../../../lib/i18n/t';
import { incidentPath } from '../../../paths';
import { sentenceOf } from './incident-words';
import { ABOUT_INCIDENTS, RecentIncidentsQuery } from './incidents.operations';
import { useIncidentChanges } from './use-incident-changes';

export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.incidents', import: 'default' }),
);

/** The incidents that ended last, each with what it was and how long it took. */
export default function RecentIncidents() {
  const [{ data }, ask] = useQuery({
    query: RecentIncidentsQuery,
    requestPolicy: 'cache-and-network',
    context: useRef(ABOUT_INCIDENTS).current,
  });
  useIncidentChanges(() => ask({ requestPolicy: 'network-only' }));
  const incidents = data?.incidents.nodes;
  return (
    <section className="recent-incidents" aria-labelledby="recent-incidents">
      <h2 id="recent-incidents">{t('ui.incidents.recent')}</h2>
      {incidents?.length === 0 && <p className="hint">{t('ui.incidents.noneRecent')}</p>}
      <ul>
        {incidents?.map((incident) => (
          <li key={incident.id}>
            <Link href={incidentPath(incident.id)}>{sentenceOf(incident, Date.now())}</Link>
            <span className="hint">
              {t('ui.incidents.untilTime', { time: formatSince(Date.parse(incident.endedAt ?? incident.startedAt)) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
