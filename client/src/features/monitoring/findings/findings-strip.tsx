import './findings.css';
import { t } from '../../../lib/i18n/t';
import { severityMessages } from './severity';
import type { Finding, Findings } from './use-findings';

interface FindingsStripProps extends Findings {
  /** Whether they can no longer be updated. */
  stale?: boolean;
}

/** Shows the findings about the host, as one line if there are none; its space is reserved until they are known. */
export function FindingsStrip({ findings, failure, retry, stale = false }: FindingsStripProps) {
  return (
    <section className="findings-strip" aria-labelledby="findings" data-stale={stale || undefined}>
      <h2 id="findings">{t('ui.dashboard.findings')}</h2>
      {findings ? (
        <ul className="findings">
          {findings.map((finding) => (
            <FindingItem key={`${finding.kind} ${finding.text}`} finding={finding} />
          ))}
        </ul>
      ) : (
        failure !== undefined && (
          <p role="alert">
            {failure}{' '}
            <button className="button button-small" type="button" onClick={retry}>
              {t('ui.dashboard.tryAgain')}
            </button>
          </p>
        )
      )}
    </section>
  );
}

/** A finding: its severity as a shape and a word, its text, and the probable cause. */
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
