import './findings.css';
import { t } from '../../../lib/i18n/t';
import { severityMessages } from './severity';
import type { Finding, Findings } from './use-findings';

interface FindingsStripProps extends Findings {
  /** Whether they can be asked for no longer. */
  stale?: boolean;
}

/** What stands out about the host, in one line if all is quiet; its place is kept until it is known. */
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

/** A finding: its severity in shape and word, what was found, and the likely cause beside it. */
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
