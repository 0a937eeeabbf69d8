import './hosts-wall.css';
import { useEffect, useRef, useState } from 'react';
import { hostStateWords } from '../../../components/status/host-condition';
import { useAwaySince } from '../../../lib/graphql/connection';
import { formatDecimal } from '../../../lib/i18n/format';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { formatSince } from '../../../lib/i18n/since';
import { t } from '../../../lib/i18n/t';
import { worstFirst } from '../../../lib/incidents/open-incidents';
import type { IncidentWords } from '../../../lib/incidents/use-incident-words';
import { useOpenIncidents } from '../../../lib/incidents/use-open-incidents';
import { showPageInTab } from '../../../lib/page/tab';
import { ConnectionState } from '../live/connection-state';
import { Clock } from '../wall/clock';
import { WallFrame } from '../wall/wall-frame';
import { countedStates } from './counted-states';
import type { HostFigures } from './host-figures';
import { HostRow } from './host-row';
import type { HostCounts, ListedHost } from './hosts.operations';

export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.dashboard.leaveWall,ui.dashboard.fullScreen,ui.dashboard.quiet',
    import: 'default',
  }),
);

interface HostsWallProps {
  hosts: readonly ListedHost[];
  total: number;
  counts: HostCounts | undefined;
  figures: HostFigures;
  words: IncidentWords;
  /** Receives the number of hosts that fit. */
  onShown(count: number): void;
  onLeave(): void;
}

/** Smallest tile in `rem`; tiles grow to fill the screen. */
const TILE = { width: 19, height: 11.5 };
const GAP = 0.75;
/** More would be illegible from a distance. */
const INCIDENTS_SHOWN = 2;

/** The worst hosts that fit on a screen on a wall, with what fires and how many hosts there are in each state. */
export default function HostsWall({ hosts, total, counts, figures, words, onShown, onLeave }: HostsWallProps) {
  const isAway = useAwaySince() !== undefined;
  useEffect(() => showPageInTab(t('ui.monitoring.title')), []);
  const area = useRef<HTMLUListElement>(null);
  const fitting = useFitting(area);
  const shown = hosts.slice(0, fitting);
  const count = shown.length;
  useEffect(() => {
    if (count > 0) onShown(count);
  }, [count, onShown]);
  return (
    <WallFrame className="wall hosts-wall" isStale={isAway} onLeave={onLeave}>
      <header className="wall-head">
        <h1 className="wall-host">{t('ui.hosts.list')}</h1>
        <Clock />
        <WallState words={words} isKnown={counts !== undefined} />
        <div className="hosts-wall-side">
          {counts && !isAway && <StateCounts counts={counts} />}
          <ConnectionState />
        </div>
      </header>
      <ul className="hosts-wall-tiles" ref={area} aria-label={t('ui.hosts.list')}>
        {shown.map((host) => (
          <li key={host.id}>
            <HostRow host={host} figures={figures} words={words} />
          </li>
        ))}
      </ul>
      {total > count && <p className="hosts-wall-more">{t('ui.hosts.more', { count: total - count })}</p>}
    </WallFrame>
  );
}

/** The worst incidents, a lost connection, or that nothing fires. */
function WallState({ words, isKnown }: { words: IncidentWords; isKnown: boolean }) {
  const awaySince = useAwaySince();
  const open = useOpenIncidents();
  if (awaySince !== undefined) {
    return <p className="wall-state wall-lost">{t('ui.core.connection.away', { time: formatSince(awaySince) })}</p>;
  }
  if (!open) return <p className="wall-state" />;
  const incidents = worstFirst(open.incidents).slice(0, INCIDENTS_SHOWN);
  if (incidents.length === 0) return <p className="wall-state">{isKnown && t('ui.dashboard.quiet')}</p>;
  return (
    <ul className="wall-state">
      {incidents.map((incident) => (
        <li className="hosts-wall-incident" key={incident.id}>
          <span className="host-state" data-state={incident.severity}>
            {incident.hostName}
          </span>
          <span className="hosts-wall-what">
            {t('ui.hosts.firingSince', { what: words(incident), time: formatSince(Date.parse(incident.startedAt)) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The number of hosts in each state that some are in. */
function StateCounts({ counts }: { counts: HostCounts }) {
  return countedStates(counts).map(({ state, count }) => (
    <span className="host-state" data-state={state} key={state}>
      {t(hostStateWords[state])} {formatDecimal(count, 0)}
    </span>
  ));
}

/** Returns how many tiles fit into an element. */
function useFitting(area: { readonly current: HTMLElement | null }): number {
  const [fitting, setFitting] = useState(0);
  useEffect(() => {
    const { current } = area;
    if (!current) return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const along = (pixels: number, tile: number) => Math.max(1, Math.floor((pixels / rem + GAP) / (tile + GAP)));
      setFitting(along(current.clientWidth, TILE.width) * along(current.clientHeight, TILE.height));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [area]);
  return fitting;
}
