import './overview.css';
import type { ReactNode } from 'react';
import { Section } from '../../../components/layout/section';
import { RecordTable } from '../../../components/lists/record-table';
import { Quantity } from '../../../components/quantity';
import { Notice } from '../../../components/status/notice';
import { Empty, Failure, Loading } from '../../../components/status/states';
import { useAwaySince } from '../../../lib/graphql/connection';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { formatDecimal, formatTime, formatTimestamp } from '../../../lib/i18n/format';
import { formatBytes } from '../../../lib/i18n/format-data';
import { formatDuration } from '../../../lib/i18n/format-duration';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { paths } from '../../../paths';
import { auditColumns } from '../audit/audit-columns';
import { auditMessages } from '../audit/messages';
import { useAddress } from '../parts/address';
import { listConcerns } from './concerns';
import { NodeList } from './node-list';
import type { Health, ServiceNode, UnheardAlerts } from './overview.operations';
import { useOverview } from './use-overview';

const overviewMessages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.overview', import: 'default' }),
);

/** The newest events are displayed as in the audit section, so its messages are needed too. */
export const messages = Promise.all([overviewMessages, auditMessages]);

const DATABASES: Readonly<Record<Health['database']['kind'], string>> = { SQLITE: 'SQLite', POSTGRESQL: 'PostgreSQL' };

/** Health of the service and its latest events. */
export default function OverviewSection() {
  const { known, knownAt = new Date(), error, retry, node, show, pageNode } = useOverview();
  const { Link } = useAddress();
  const isAway = useAwaySince() !== undefined || error !== undefined;
  if (!known && error) return <Failure text={describeFailure(error).text} onRetry={retry} />;
  if (!known) return <Loading lines={6} />;
  const events = known.auditTrail.nodes;
  // A single node is not listed.
  const nodes = known.serviceNodes.length > 1 ? known.serviceNodes : [];
  const shown = nodes.find(({ id }) => id === node);
  return (
    <>
      <Section
        title={t('ui.overview.title')}
        {...(shown && { about: t('ui.overview.of', { address: shown.address }) })}
      >
        {isAway ? (
          <Notice tone="bad">{t('ui.overview.unreachable', { time: formatTime(knownAt) })}</Notice>
        ) : (
          <Concerns health={known.serviceHealth} unheard={known.unheardAlerts} node={shown} />
        )}
        <Facts health={known.serviceHealth} />
      </Section>
      {nodes.length > 0 && <NodeList nodes={nodes} pageNode={pageNode} shown={node} onShow={show} />}
      <Section
        title={t('ui.overview.newest')}
        actions={
          <Link className="button" href={`${paths.administration}?parte=auditoria`}>
            {t('ui.overview.all')}
          </Link>
        }
      >
        {events.length === 0 ? (
          <Empty title={t('ui.overview.none')} />
        ) : (
          <RecordTable label={t('ui.overview.newest')} items={events} columns={auditColumns()} />
        )}
      </Section>
    </>
  );
}

interface ConcernsProps {
  health: Health;
  unheard: UnheardAlerts;
  node: ServiceNode | undefined;
}

function Concerns({ health, unheard, node }: ConcernsProps) {
  if (node?.state === 'GONE') {
    const moment = formatTimestamp(new Date(node.lastSeenAt));
    return <Notice tone="bad">{t('ui.overview.goneSince', { moment })}</Notice>;
  }
  const concerns = listConcerns(health, unheard);
  if (concerns.length === 0) return <Notice tone="good">{t('ui.overview.well')}</Notice>;
  return (
    <Notice tone="warn">
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
        <Quantity text={formatDuration(uptimeSeconds)} />
      </Fact>
      <Fact
        name={t('ui.overview.loop')}
        detail={t('ui.overview.loopDetail', { p50: ms(loopDelay.p50Ms), max: ms(loopDelay.maxMs) })}
      >
        <Quantity text={`${ms(loopDelay.p99Ms)} ms`} />
      </Fact>
      <Fact name={t('ui.overview.memory')}>
        <Quantity text={formatBytes(health.residentBytes)} />
      </Fact>
      <Fact name={t('ui.overview.database')} detail={DATABASES[database.kind]}>
        <Quantity text={formatBytes(database.bytes)} />
      </Fact>
      <Fact name={t('ui.overview.sampler')} detail={t('ui.overview.every', { seconds: sampler.intervalMs / 1000 })}>
        {formatTime(new Date(sampler.sampledAt))}
      </Fact>
      <Fact name={t('ui.overview.history')} detail={t('ui.overview.historyDetail', { count: history.chunks })}>
        <Quantity text={formatBytes(history.bytes)} />
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
