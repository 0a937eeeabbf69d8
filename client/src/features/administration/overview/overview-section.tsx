import './overview.css';
import { type ReactNode, useRef } from 'react';
import { useQuery } from 'urql';
import { Notice } from '../../../components/notice';
import { Empty, Failure, Loading } from '../../../components/states';
import { failureOf } from '../../../lib/graphql/failure-of';
import { formatBytes, formatDecimal, formatDuration, formatTime, formatTimestamp } from '../../../lib/i18n/format';
import { say } from '../../../lib/i18n/say';
import { paths } from '../../../paths';
import { AuditRecord } from '../audit/audit-record';
import { useAddress } from '../parts/address';
import { RecordList } from '../parts/records';
import { Section } from '../parts/section';
import { useSecurityEvents } from '../parts/use-security-events';
import { concernsOf } from './concerns';
import { overviewMessages as messages } from './overview.messages';
import { type Health, OverviewQuery } from './overview.operations';

/** How often it is asked for while it is shown and nothing happens. */
const REFRESH_MS = 5000;

const DATABASES: Readonly<Record<Health['database']['kind'], string>> = { SQLITE: 'SQLite', POSTGRESQL: 'PostgreSQL' };

/** How the service is, and what happened last. */
export default function OverviewSection() {
  const [{ data, error }, ask] = useQuery({ query: OverviewQuery, requestPolicy: 'cache-and-network' });
  const { Link } = useAddress();
  const refresh = () => {
    if (!document.hidden) ask({ requestPolicy: 'network-only' });
  };
  useSecurityEvents(() => true, refresh, REFRESH_MS);
  // A refresh that fails leaves what was known, with the time it is of.
  const last = useRef<{ answer: typeof data; at: Date }>(undefined);
  if (data) last.current = { answer: data, at: new Date() };
  const known = last.current?.answer;
  if (!known && error) {
    return <Failure text={failureOf(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />;
  }
  if (!known) return <Loading lines={6} />;
  const { nodes } = known.auditTrail;
  return (
    <>
      <Section title={say(messages.title)}>
        {error && (
          <Notice tone="bad">{say(messages.unreachable, { time: formatTime(last.current?.at ?? new Date()) })}</Notice>
        )}
        <Concerns health={known.serviceHealth} />
        <Facts health={known.serviceHealth} />
      </Section>
      <Section
        title={say(messages.newest)}
        actions={
          <Link className="button" href={`${paths.administration}?parte=auditoria`}>
            {say(messages.all)}
          </Link>
        }
      >
        {nodes.length === 0 ? (
          <Empty title={say(messages.none)} />
        ) : (
          <RecordList label={say(messages.newest)}>
            {nodes.map((event) => (
              <AuditRecord key={event.id} event={event} />
            ))}
          </RecordList>
        )}
      </Section>
    </>
  );
}

function Concerns({ health }: { health: Health }) {
  const concerns = concernsOf(health);
  if (concerns.length === 0) return <Notice tone="good">{say(messages.well)}</Notice>;
  return (
    <Notice tone="bad">
      <strong>{say(messages.attention)}</strong>
      <ul className="concerns">
        {concerns.map((concern) => (
          <li key={concern}>{concern}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Facts({ health }: { health: Health }) {
  const { version, nodeVersion, startedAt, uptimeSeconds, database, loopDelay, sampler, history } = health;
  const ms = (figure: number) => formatDecimal(figure, 1);
  return (
    <dl className="health">
      <Fact name={say(messages.uptime)} detail={say(messages.since, { moment: formatTimestamp(new Date(startedAt)) })}>
        {formatDuration(uptimeSeconds)}
      </Fact>
      <Fact
        name={say(messages.loop)}
        detail={say(messages.loopDetail, { p50: ms(loopDelay.p50), max: ms(loopDelay.max) })}
      >
        {`${ms(loopDelay.p99)} ms`}
      </Fact>
      <Fact name={say(messages.memory)}>{formatBytes(health.residentBytes)}</Fact>
      <Fact name={say(messages.database)} detail={DATABASES[database.kind]}>
        {formatBytes(database.bytes)}
      </Fact>
      <Fact name={say(messages.sampler)} detail={say(messages.every, { seconds: sampler.intervalMs / 1000 })}>
        {formatTime(new Date(sampler.sampledAt))}
      </Fact>
      <Fact
        name={say(messages.history)}
        detail={say(messages.historyDetail, { count: formatDecimal(history.chunks, 0) })}
      >
        {formatBytes(history.bytes)}
      </Fact>
      <Fact name={say(messages.sockets)}>{formatDecimal(health.openSockets, 0)}</Fact>
      <Fact name={say(messages.analysis)}>{say(health.analysisActive ? messages.active : messages.inactive)}</Fact>
      <Fact name={say(messages.mail)}>{say(health.mailIsOn ? messages.mailOn : messages.mailOff)}</Fact>
      <Fact name={say(messages.version)} detail={`Node ${nodeVersion}`}>
        {version}
      </Fact>
    </dl>
  );
}

function Fact({ name, detail, children }: { name: string; detail?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="health-figure">{children}</dd>
      {detail && <dd className="hint">{detail}</dd>}
    </div>
  );
}
