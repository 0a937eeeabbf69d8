import { graphql, type ResultOf } from 'gql.tada';
import { type MessageKey, t } from '../../../lib/i18n/t';

/** The findings of now. */
export const FindingsQuery = graphql(`
  query Findings {
    findings {
      kind
      severity
      text
    }
  }
`);

type Finding = ResultOf<typeof FindingsQuery>['findings'][number];

const severityMessages = {
  BAD: 'ui.dashboard.bad',
  WARNING: 'ui.dashboard.warning',
  INFORMATION: 'ui.dashboard.information',
} as const satisfies Record<Finding['severity'], MessageKey>;

/** What stands out about the host, computed by the service itself (contract 4). */
export function FindingsPanel({ findings }: { findings: readonly Finding[] }) {
  return (
    <section className="panel" aria-labelledby="findings">
      <h2 id="findings">{t('ui.dashboard.findings')}</h2>
      <ul className="findings">
        {findings.map(({ kind, severity, text }) => (
          <li key={`${kind} ${text}`} data-severity={severity}>
            <span className="visually-hidden">{t(severityMessages[severity])}: </span>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
