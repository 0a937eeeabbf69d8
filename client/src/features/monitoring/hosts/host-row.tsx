import './host-row.css';
import { memo, useCallback, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { Quantity } from '../../../components/quantity';
import { ConditionMark, useHostCondition } from '../../../components/status/host-state';
import { TagList } from '../../../components/tag-list';
import { formatWholePercent } from '../../../lib/i18n/format';
import { formatSince } from '../../../lib/i18n/since';
import { type MessageKey, t } from '../../../lib/i18n/t';
import type { PushedIncident } from '../../../lib/incidents/incidents.operations';
import type { IncidentWords } from '../../../lib/incidents/use-incident-words';
import { useIncidentsOf } from '../../../lib/incidents/use-open-incidents';
import { hostPath } from '../../../paths';
import type { MinutePoint } from '../charts/sparklines/minute-points';
import { Spark } from '../charts/sparklines/spark';
import { formatSpeed } from '../format-figures';
import type { Figures, HostFigures, KnownFigures } from './host-figures';
import type { ListedHost } from './hosts.operations';
import { seenText } from './seen-text';

interface HostRowProps {
  host: ListedHost;
  figures: HostFigures;
  words: IncidentWords;
}

/**
 * A host with its state, its figures and the last hour: a card, or a row in wide lists. Re-renders only when its own
 * host's values are pushed.
 */
export const HostRow = memo(function HostRow({ host, figures, words }: HostRowProps) {
  const { id, name, tags, isOwn } = host;
  const subscribe = useCallback((listener: () => void) => figures.subscribe(id, listener), [figures, id]);
  const known = useSyncExternalStore(subscribe, () => figures.get(id));
  const state = known?.state ?? host.state;
  const seen = known ? known.seenMs : host.lastSeenAt;
  const isSilent = state === 'AWAY' || state === 'RETIRED';
  const firing = useIncidentsOf(id);
  const condition = useHostCondition(state, seen, firing);
  const [worst] = firing ?? [];
  const isFiring = condition.mark === 'BAD' || condition.mark === 'WARNING';
  const detail = isFiring && worst ? sentenceOf(worst, words) : condition.detail;
  return (
    <div className="host-row" data-state={state} data-mark={condition.mark} data-silent={isSilent || undefined}>
      <div className="host-row-head">
        <Link className="host-row-name" href={hostPath(id)} title={name}>
          {name}
        </Link>
        {(isOwn || tags.length > 0) && (
          <span className="host-row-tags">
            {isOwn && <span className="host-row-own">{t('ui.hosts.own')}</span>}
            <TagList tags={tags} />
          </span>
        )}
      </div>
      <p className="host-row-state">
        <ConditionMark condition={condition} />
        {detail && (
          <span className="host-row-detail" title={isSilent ? seenText(known?.seenMs) : detail}>
            {detail}
          </span>
        )}
      </p>
      <RowFigures known={known} />
    </div>
  );
});

function sentenceOf(incident: PushedIncident, words: IncidentWords): string {
  return t('ui.hosts.firingSince', { what: words(incident), time: formatSince(Date.parse(incident.startedAt)) });
}

const NO_POINTS: readonly MinutePoint[] = [];

const PERCENTS = [
  { id: 'cpu', name: 'ui.hosts.cpu' },
  { id: 'ram', name: 'ui.hosts.ram' },
  { id: 'disk', name: 'ui.hosts.disk' },
] as const satisfies { id: keyof Figures; name: MessageKey }[];

/** Sent bytes are drawn upwards and received ones downwards, as on the host's page. */
const NETWORK = ['sent', 'received'] as const;
const NETWORK_TOP_MIN = 10 * 1024;

/** Threshold above which a value stands out, by shape and weight as well as colour. */
const HIGH_PERCENT = 90;

function RowFigures({ known }: { known: KnownFigures | undefined }) {
  const { figures, points = NO_POINTS, end = 0 } = known ?? {};
  return (
    <>
      {PERCENTS.map(({ id, name }) => {
        const percent = figures?.[id] ?? null;
        return (
          <p className="host-row-figure" data-measure={id} key={id}>
            <span className="host-row-measure">{t(name)}</span>
            <span className="host-row-percent" data-high={(percent ?? 0) >= HIGH_PERCENT || undefined}>
              {percent === null ? '–' : <Quantity text={formatWholePercent(percent)} />}
            </span>
            <Spark points={points} end={end} names={[id]} minTop={100} maxTop={100} />
          </p>
        );
      })}
      <p className="host-row-figure" data-measure="network">
        <span className="host-row-measure">{t('ui.hosts.network')}</span>
        <span className="host-row-speeds">
          <Speed arrow="↓" name="ui.hosts.received" speed={figures?.received} />
          <Speed arrow="↑" name="ui.hosts.sent" speed={figures?.sent} />
        </span>
        <Spark points={points} end={end} names={NETWORK} minTop={NETWORK_TOP_MIN} />
      </p>
    </>
  );
}

function Speed({ arrow, name, speed }: { arrow: string; name: MessageKey; speed: number | null | undefined }) {
  return (
    <span>
      <span className="unit" aria-hidden="true">
        {arrow}{' '}
      </span>
      <span className="visually-hidden">{t(name)} </span>
      {speed == null ? '–' : <Quantity text={formatSpeed(speed)} />}
    </span>
  );
}
