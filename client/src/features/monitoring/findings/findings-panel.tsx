import { graphql, type ResultOf } from 'gql.tada';
import { say } from '../../../lib/i18n/say';
import { dashboardMessages } from '../dashboard.messages';

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
  BAD: dashboardMessages.bad,
  WARNING: dashboardMessages.warning,
  INFORMATION: dashboardMessages.information,
};

/** What stands out about the host, computed by the service itself (contract 4). */
export function FindingsPanel({ findings }: { findings: readonly Finding[] }) {
  return (
    <section className="panel" aria-labelledby="findings">
      <h2 id="findings">{say(dashboardMessages.findings)}</h2>
      <ul className="findings">
        {findings.map(({ kind, severity, text }) => (
          <li key={`${kind} ${text}`} data-severity={severity}>
            <span className="visually-hidden">{say(severityMessages[severity])}: </span>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
