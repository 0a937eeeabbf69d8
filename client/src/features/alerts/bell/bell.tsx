import './bell.css';
import { useEffect, useId, useState } from 'react';
import { Link } from 'wouter';
import { Icon } from '../../../components/icon';
import { Severity } from '../../../components/status/severity';
import { useAwaySince } from '../../../lib/graphql/connection';
import { formatDuration } from '../../../lib/i18n/format-duration';
import { ruleName } from '../../../lib/i18n/rule-name';
import { formatSince } from '../../../lib/i18n/since';
import { t } from '../../../lib/i18n/t';
import type { PushedIncident } from '../../../lib/incidents/incidents.operations';
import { useOpenIncidents } from '../../../lib/incidents/use-open-incidents';
import { showAlertsInTab } from '../../../lib/page/tab';
import { useDisclosure } from '../../../lib/page/use-disclosure';
import { useViewer } from '../../../lib/session/viewer';
import { incidentPath, paths } from '../../../paths';
import { secondsSince, useNow } from '../parts/use-now';

/** Maximum number of incidents in the bell; the page shows them all. */
const SHOWN = 5;
const COUNT_MAX = 99;

/** The bell, for users who see machines. */
export function Bell() {
  const [{ seesNoMachines }] = useViewer();
  return seesNoMachines ? null : <IncidentBell />;
}

/** Shows the number of open incidents on every page: in the header and in the browser tab. Announces each new one. */
function IncidentBell() {
  const open = useOpenIncidents();
  const awaySince = useAwaySince();
  const incidents = open?.incidents ?? [];
  const { isOpen, toggle, area, button } = useDisclosure();
  const id = useId();
  const count = incidents.length;
  useTab(incidents);
  return (
    <div ref={area}>
      <button
        ref={button}
        className="button button-icon bell-button"
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={t(awaySince === undefined ? 'ui.bell.label' : 'ui.bell.labelAway', { count })}
        data-severity={findWorst(incidents)}
        data-stale={awaySince !== undefined || undefined}
        onClick={toggle}
      >
        <Icon name="alerts" />
        {count > 0 && <span className="bell-count">{count > COUNT_MAX ? `${COUNT_MAX}+` : count}</span>}
      </button>
      {isOpen && (
        <section className="bell-panel" id={id} aria-label={t('ui.bell.title')}>
          <OpenIncidentList incidents={incidents} awaySince={awaySince} />
        </section>
      )}
      <Announcement news={open?.news} />
    </div>
  );
}

interface OpenIncidentListProps {
  incidents: readonly PushedIncident[];
  /** When the server was last heard from; undefined while it is reachable. */
  awaySince: number | undefined;
}

function OpenIncidentList({ incidents, awaySince }: OpenIncidentListProps) {
  const now = useNow();
  const more = incidents.length - SHOWN;
  return (
    <>
      {awaySince !== undefined && <p className="bell-away">{t('ui.bell.away', { time: formatSince(awaySince) })}</p>}
      {incidents.length === 0 && awaySince === undefined && <p className="bell-quiet">{t('ui.bell.quiet')}</p>}
      <ul>
        {incidents.slice(0, SHOWN).map(({ id, severity, ruleName: rule, hostName, startedAt }) => (
          <li key={id}>
            <Link className="bell-incident" href={incidentPath(id)}>
              <Severity severity={severity} />
              <strong className="bell-rule">{ruleName(rule)}</strong>
              <span className="hint">
                {t('ui.bell.since', { host: hostName, time: formatDuration(secondsSince(startedAt, now)) })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Link className="bell-all" href={paths.alerts}>
        {more > 0 ? t('ui.bell.more', { count: more }) : t('ui.bell.all')}
      </Link>
    </>
  );
}

/** Announces each new incident once, when the screen reader is idle. */
function Announcement({ news }: { news: readonly PushedIncident[] | undefined }) {
  const [text, setText] = useState('');
  useEffect(() => {
    if (!news || news.length === 0) return;
    const sentences = news.map(({ ruleName: rule, hostName: host }) =>
      t('ui.bell.fired', { rule: ruleName(rule), host }),
    );
    setText(sentences.slice(0, SHOWN).join(' '));
  }, [news]);
  return (
    <p className="visually-hidden" aria-live="polite" data-testid="incident-announcement">
      {text}
    </p>
  );
}

function useTab(incidents: readonly PushedIncident[]): void {
  const count = incidents.length;
  const worst = findWorst(incidents);
  useEffect(() => {
    showAlertsInTab(count > 0 ? t('ui.bell.tab', { count }) : '', worst ?? 'quiet');
  }, [count, worst]);
}

function findWorst(incidents: readonly PushedIncident[]): PushedIncident['severity'] | undefined {
  return incidents.find(({ severity }) => severity === 'BAD')?.severity ?? incidents[0]?.severity;
}
