import { memo, useCallback, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { ConditionMark, useHostCondition } from '../../../components/status/host-state';
import { TagList } from '../../../components/tag-list';
import { formatWholePercent } from '../../../lib/i18n/format';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { useIncidentsOf } from '../../../lib/incidents/use-open-incidents';
import { hostPath } from '../../../paths';
import { formatSpeed } from '../format-figures';
import type { Figures, FiguresPoint, HostFigures } from './host-figures';
import type { ListedHost } from './hosts.operations';
import { seenText } from './seen-text';
import { SmallLine } from './small-line';

interface HostRowProps {
  host: ListedHost;
  figures: HostFigures;
}

/** A row of the list; re-renders only when its own host's values are pushed. */
export const HostRow = memo(function HostRow({ host, figures }: HostRowProps) {
  const { id, name, tags, isOwn } = host;
  const subscribe = useCallback((listener: () => void) => figures.subscribe(id, listener), [figures, id]);
  const known = useSyncExternalStore(subscribe, () => figures.get(id));
  const state = known?.state ?? host.state;
  const seen = known ? known.seenMs : host.lastSeenAt;
  const isSilent = state === 'AWAY' || state === 'RETIRED';
  const condition = useHostCondition(state, seen, useIncidentsOf(id));
  return (
    <div className="host-row" data-state={state} data-silent={isSilent || undefined}>
      <Link className="host-row-name" href={hostPath(id)} title={name}>
        {name}
      </Link>
      <div className="host-row-about">
        <p className="host-row-state">
          <ConditionMark condition={condition} />
          {condition.detail && (
            <span className="host-row-detail" title={isSilent ? seenText(known?.seenMs) : condition.detail}>
              {condition.detail}
            </span>
          )}
        </p>
        {(isOwn || tags.length > 0) && (
          <span className="host-row-tags">
            {isOwn && <span className="host-row-own">{t('ui.hosts.own')}</span>}
            <TagList tags={tags} />
          </span>
        )}
      </div>
      <RowFigures figures={known?.figures} points={known?.points ?? NO_POINTS} />
    </div>
  );
});

const NO_POINTS: readonly FiguresPoint[] = [];

const PERCENTS = [
  { id: 'cpu', name: 'ui.hosts.cpu' },
  { id: 'ram', name: 'ui.hosts.ram' },
  { id: 'disk', name: 'ui.hosts.disk' },
] as const satisfies { id: keyof Figures; name: MessageKey }[];

const NETWORK = ['received', 'sent'] as const;
const NETWORK_TOP_MIN = 10 * 1024;

/** Threshold above which a value stands out, by shape and weight as well as colour. */
const HIGH_PERCENT = 90;

function RowFigures({ figures, points }: { figures: Figures | undefined; points: readonly FiguresPoint[] }) {
  const speed = (name: (typeof NETWORK)[number]) => (figures?.[name] == null ? '–' : formatSpeed(figures[name]));
  return (
    <>
      {PERCENTS.map(({ id, name }) => {
        const percent = figures?.[id] ?? null;
        return (
          <p className="host-row-figure" data-measure={id} key={id}>
            <span className="host-row-measure">{t(name)}</span>
            <span className="host-row-percent" data-high={(percent ?? 0) >= HIGH_PERCENT || undefined}>
              {percent === null ? '–' : formatWholePercent(percent)}
            </span>
            <SmallLine points={points} names={[id]} minTop={100} />
          </p>
        );
      })}
      <p className="host-row-figure" data-measure="network">
        <span className="host-row-measure">{t('ui.hosts.network')}</span>
        <span className="host-row-speeds">
          <span>
            <span aria-hidden="true">↓ </span>
            <span className="visually-hidden">{t('ui.hosts.received')} </span>
            {speed('received')}
          </span>
          <span>
            <span aria-hidden="true">↑ </span>
            <span className="visually-hidden">{t('ui.hosts.sent')} </span>
            {speed('sent')}
          </span>
        </span>
        <SmallLine points={points} names={NETWORK} minTop={NETWORK_TOP_MIN} />
      </p>
    </>
  );
}
