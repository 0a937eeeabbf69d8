import './host-page.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Page } from '../../../components/layout/page';
import type { HostStateName } from '../../../components/status/host-condition';
import { hostSourceWords } from '../../../components/status/host-source';
import { ConditionMark, useHostCondition } from '../../../components/status/host-state';
import { Notice } from '../../../components/status/notice';
import { Empty, Failure, Loading } from '../../../components/status/states';
import { TagList } from '../../../components/tag-list';
import { formatDecimal } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import { useIncidentsOf } from '../../../lib/incidents/use-open-incidents';
import { useViewer } from '../../../lib/session/viewer';
import { paths } from '../../../paths';
import { LivePage } from '../live-page';
import { ShownHostContext } from '../shown-host';
import type { HostHead } from './hosts.operations';
import { seenText } from './seen-text';
import { useHostHead } from './use-host-head';

export { hostsMessages as messages } from './messages';

/** `/sistema/monitoramento/<id>/`: the charts of one host, below its name and state. */
export default function HostPage({ id }: { id: string }) {
  const { head, state, failure, retry } = useHostHead(id);
  if (!head || !state) {
    // The heading takes focus when it appears, which is once the name is known.
    if (failure === undefined) return <Loading lines={6} />;
    return (
      <Page title={t('ui.monitoring.title')}>
        <Failure text={failure} onRetry={retry} />
        <BackLink />
      </Page>
    );
  }
  const line = <HostHeadLine head={head} state={state} />;
  const problem = <Problem head={head} state={state} />;
  if (head.lastSeenAt === null) {
    return (
      <UnseenHost name={head.name}>
        {line}
        {problem}
      </UnseenHost>
    );
  }
  return (
    <ShownHostContext value={id}>
      <LivePage heading={head.name} head={line} notice={problem} state={state} />
    </ShownHostContext>
  );
}

function BackLink() {
  return (
    <Link className="host-back" href={paths.monitoring}>
      <span aria-hidden="true">‹ </span>
      {t('ui.hosts.back')}
    </Link>
  );
}

/** Minimum clock difference worth mentioning. */
const SKEW_SECONDS_MIN = 2;

/** The back link, the condition and additional details, on one line if they fit. */
export function HostHeadLine({ head, state }: { head: HostHead; state: HostStateName }) {
  const { id, tags, lastSeenAt, clockSkewSeconds, source, version } = head;
  const condition = useHostCondition(state, lastSeenAt, useIncidentsOf(id));
  const isSilent = state === 'AWAY' || state === 'RETIRED';
  const skew = Math.abs(clockSkewSeconds ?? 0);
  return (
    <div className="host-head">
      <BackLink />
      <span role="status" className="host-condition">
        <ConditionMark condition={condition} />
        {condition.detail && (
          <span className="host-seen" title={isSilent ? seenText(Date.parse(lastSeenAt ?? '')) : undefined}>
            {condition.detail}
          </span>
        )}
      </span>
      <TagList tags={tags} />
      {skew > SKEW_SECONDS_MIN && (
        <span className="host-skew">
          {t((clockSkewSeconds ?? 0) > 0 ? 'ui.hosts.clockAhead' : 'ui.hosts.clockBehind', {
            seconds: formatDecimal(skew, 0),
          })}
        </span>
      )}
      <span className="hint">{writeSource(source, version)}</span>
    </div>
  );
}

/** Says what measures a host. Versions of Vigia are numbers alone, those of exporters have their names. */
function writeSource(source: HostHead['source'], version: string | null): string {
  if (version === null) return t(hostSourceWords[source]);
  return source === 'OWN' || source === 'AGENT' ? t('ui.hosts.version', { version }) : version;
}

/** Problem with the source of a host that is still measured. */
function Problem({ head: { problem }, state }: { head: HostHead; state: HostStateName }) {
  if (!problem || state === 'RETIRED') return null;
  return (
    <div className="host-problem">
      <Notice tone="warn">{problem.message}</Notice>
    </div>
  );
}

function UnseenHost({ name, children }: { name: string; children: ReactNode }) {
  const [{ mayOperate }] = useViewer();
  return (
    <Page title={`${name} · ${t('ui.monitoring.title')}`} heading={name}>
      {children}
      <Empty title={t('ui.hosts.unseenTitle')}>
        <p>{t('ui.hosts.unseenText')}</p>
        {mayOperate && (
          <Link className="button" href={`${paths.administration}?parte=maquinas`}>
            {t('ui.hosts.administer')}
          </Link>
        )}
      </Empty>
    </Page>
  );
}
