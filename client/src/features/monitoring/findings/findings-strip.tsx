import './findings.css';
import { Link } from 'wouter';
import { ruleName } from '../../../lib/i18n/rule-name';
import { formatSince } from '../../../lib/i18n/since';
import { t } from '../../../lib/i18n/t';
import type { PushedIncident } from '../../../lib/incidents/incidents.operations';
import { incidentPath, paths } from '../../../paths';
import { severityMessages } from './severity';
import { standingOut } from './standing-out';
import type { Finding, Findings } from './use-findings';

/** Additional alerts are behind a link. */
const FIRING_SHOWN = 3;

interface FindingsStripProps extends Findings {
  /** Alerts firing on the host. */
  firing: readonly PushedIncident[];
  /** Time until which the findings are valid, in milliseconds of `Date.now()`, if they can no longer be updated. */
  until?: number | undefined;
}

/**
 * Shows the alerts firing on the host and the findings about it, or a single line if there are none; space is reserved
 * until they are known.
 */
export function FindingsStrip({ findings, failure, retry, firing, until }: FindingsStripProps) {
  const shown = standingOut(findings ?? [], firing);
  const more = firing.length - FIRING_SHOWN;
  return (
    <section className="findings-strip" aria-labelledby="findings" data-stale={until !== undefined || undefined}>
      <h2 id="findings">
        {until === undefined
          ? t('ui.dashboard.findings')
          : t('ui.dashboard.findingsUntil', { time: formatSince(until) })}
      </h2>
      <ul className="findings">
        {firing.slice(0, FIRING_SHOWN).map((incident) => (
          <FiringItem key={incident.id} incident={incident} />
        ))}
        {more > 0 && (
          <li className="finding-more">
            <Link href={`${paths.alerts}?estado=abertos`}>{t('ui.dashboard.firingMore', { count: more })}</Link>
          </li>
        )}
        {shown.map((finding) => (
          <FindingItem key={`${finding.kind} ${finding.text}`} finding={finding} />
        ))}
      </ul>
      {!findings && failure !== undefined && (
        <p role="alert">
          {failure}{' '}
          <button className="button button-small" type="button" onClick={retry}>
            {t('ui.dashboard.tryAgain')}
          </button>
        </p>
      )}
    </section>
  );
}

/** A firing alert, displayed like a finding; it links to its incident. */
export function FiringItem({ incident }: { incident: PushedIncident }) {
  const { id, severity, ruleName: name, startedAt } = incident;
  return (
    <li className="finding" data-severity={severity}>
      <span className="finding-text">
        <span className="finding-severity">{t(severityMessages[severity])}: </span>
        <Link href={incidentPath(id)}>
          {t('ui.dashboard.firingSince', { rule: ruleName(name), time: formatSince(Date.parse(startedAt)) })}
        </Link>
      </span>
    </li>
  );
}

/** A finding: its severity as a shape and a word, its text, and its probable cause. */
export function FindingItem({ finding: { severity, text, cause } }: { finding: Finding }) {
  const quiet = severity === 'INFORMATION';
  return (
    <li className="finding" data-severity={severity} title={text}>
      <span className="finding-text">
        <span className={quiet ? 'visually-hidden' : 'finding-severity'}>{t(severityMessages[severity])}: </span>
        {text}
        {cause && <span className="finding-cause"> {cause}</span>}
      </span>
    </li>
  );
}
