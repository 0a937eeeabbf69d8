import './overview.css';
import { type ReactNode, useRef } from 'react';
import { useQuery } from 'urql';
import { Notice } from '../../../components/notice';
import { Empty, Failure, Loading } from '../../../components/states';
import { failureOf } from '../../../lib/graphql/failure-of';
import { formatBytes, formatDecimal, formatDuration, formatTime, formatTimestamp } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import { paths } from '../../../paths';
import { AuditRecord } from '../audit/audit-record';
import { auditMessages } from '../audit/messages';
import { useAddress } from '../parts/address';
import { RecordList } from '../parts/records';
import { Section } from '../parts/section';
import { useSecurityEvents } from '../parts/use-security-events';
import { concernsOf } from './concerns';
import { overviewMessages } from './messages';
import { type Health, OverviewQuery } from './overview.operations';

/** The newest events are shown as in the audit. */
export const messages = Promise.all([overviewMessages, auditMessages]);

/** How often the overview is polled while it is shown and no event arrives. */
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
      <Section title={t('ui.overview.title')}>
        {error && (
          <Notice tone="bad">
            {t('ui.overview.unreachable', { time: formatTime(last.current?.at ?? new Date()) })}
          </Notice>
        )}
        <Concerns health={known.serviceHealth} />
        <Facts health={known.serviceHealth} />
      </Section>
      <Section
        title={t('ui.overview.newest')}
        actions={
          <Link className="button" href={`${paths.administration}?parte=auditoria`}>
            {t('ui.overview.all')}
          </Link>
        }
      >
        {nodes.length === 0 ? (
          <Empty title={t('ui.overview.none')} />
        ) : (
          <RecordList label={t('ui.overview.newest')}>
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
  if (concerns.length === 0) return <Notice tone="good">{t('ui.overview.well')}</Notice>;
  return (
    <Notice tone="bad">
      <strong>{t('ui.overview.attention')}</strong>
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
      <Fact
        name={t('ui.overview.uptime')}
        detail={t('ui.overview.since', { moment: formatTimestamp(new Date(startedAt)) })}
      >
        {formatDuration(uptimeSeconds)}
      </Fact>
      <Fact
        name={t('ui.overview.loop')}
        detail={t('ui.overview.loopDetail', { p50: ms(loopDelay.p50), max: ms(loopDelay.max) })}
      >
        {`${ms(loopDelay.p99)} ms`}
      </Fact>
      <Fact name={t('ui.overview.memory')}>{formatBytes(health.residentBytes)}</Fact>
      <Fact name={t('ui.overview.database')} detail={DATABASES[database.kind]}>
        {formatBytes(database.bytes)}
      </Fact>
      <Fact name={t('ui.overview.sampler')} detail={t('ui.overview.every', { seconds: sampler.intervalMs / 1000 })}>
        {formatTime(new Date(sampler.sampledAt))}
      </Fact>
      <Fact name={t('ui.overview.history')} detail={t('ui.overview.historyDetail', { count: history.chunks })}>
        {formatBytes(history.bytes)}
      </Fact>
      <Fact name={t('ui.overview.sockets')}>{formatDecimal(health.openSockets, 0)}</Fact>
      <Fact name={t('ui.overview.analysis')}>
        {t(health.analysisActive ? 'ui.overview.active' : 'ui.overview.inactive')}
      </Fact>
      <Fact name={t('ui.overview.mail')}>{t(health.mailIsOn ? 'ui.overview.mailOn' : 'ui.overview.mailOff')}</Fact>
      <Fact name={t('ui.overview.version')} detail={`Node ${nodeVersion}`}>
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
