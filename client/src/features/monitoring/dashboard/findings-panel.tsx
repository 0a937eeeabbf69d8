import { graphql } from 'gql.tada';
import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { Failure, Loading } from '../../../components/states';
import { failureOf } from '../../../lib/failure-of';
import { say } from '../../../lib/say';
import { dashboardMessages } from './dashboard.messages';

const FindingsQuery = graphql(`
  query Findings {
    findings {
      kind
      severity
      text
    }
  }
`);

/** What is said changes slowly: it is asked for anew this often at most. */
const ASK_EVERY_MS = 30_000;

const words = {
  BAD: dashboardMessages.bad,
  WARNING: dashboardMessages.warning,
  INFORMATION: dashboardMessages.information,
};

/** What can be said of the host without asking anybody outside (contract section 4). */
export function FindingsPanel({ sampledAt }: { sampledAt: string | undefined }) {
  const [{ data, error }, ask] = useQuery({ query: FindingsQuery, requestPolicy: 'cache-and-network' });
  const askedAt = useRef(Date.now());
  useEffect(() => {
    if (sampledAt === undefined || Date.now() - askedAt.current < ASK_EVERY_MS) return;
    askedAt.current = Date.now();
    ask({ requestPolicy: 'network-only' });
  }, [sampledAt, ask]);
  return (
    <section className="panel" aria-labelledby="findings">
      <h2 id="findings">{say(dashboardMessages.findings)}</h2>
      {!data && !error && <Loading />}
      {!data && error && (
        <Failure text={failureOf(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {data && (
        <ul className="findings">
          {data.findings.map(({ kind, severity, text }) => (
            <li key={`${kind} ${text}`} data-severity={severity}>
              <span className="visually-hidden">{say(words[severity])}: </span>
              {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
