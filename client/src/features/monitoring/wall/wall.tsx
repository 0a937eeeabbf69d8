import type { ReactNode } from 'react';
import { type HostStateName, hostConditionOf } from '../../../components/status/host-condition';
import { useAwaySince } from '../../../lib/graphql/connection';
import { formatSince } from '../../../lib/i18n/since';
import { t } from '../../../lib/i18n/t';
import type { PushedIncident } from '../../../lib/incidents/incidents.operations';
import { FindingItem, FiringItem } from '../findings/findings-strip';
import { standingOut } from '../findings/standing-out';
import type { Finding } from '../findings/use-findings';
import { useHost } from '../host/host-identity';
import type { Sample } from '../live/sample-fields';
import { periodText } from '../view/period-line';
import type { TimeSpan } from '../view/time-window';
import { Clock } from './clock';
import { WallFrame } from './wall-frame';

/** Any more would be illegible from a distance. */
const ITEMS_SHOWN = 2;

interface WallProps {
  status: ReactNode;
  findings: readonly Finding[];
  /** Alerts firing on the host. */
  firing: readonly PushedIncident[];
  sample: Sample | undefined;
  state: HostStateName;
  /** The period shown, if it is not the present. */
  period: TimeSpan | null;
  onLeave(): void;
  /** The charts. */
  children: ReactNode;
}

/** The charts only, for a screen on a wall: host, state and time, legible from three metres away. */
export function Wall({ status, findings, firing, sample, state, period, onLeave, children }: WallProps) {
  const host = useHost();
  const isStale = useAwaySince() !== undefined || state !== 'LIVE';
  return (
    <WallFrame className="wall" isStale={isStale} onLeave={onLeave}>
      <header className="wall-head">
        <p className="wall-host">{host?.name}</p>
        <WallState findings={findings} firing={firing} sample={sample} state={state} period={period} />
        <Clock />
        {status}
      </header>
      {children}
    </WallFrame>
  );
}

type WallStateProps = Pick<WallProps, 'findings' | 'firing' | 'sample' | 'state' | 'period'>;

/**
 * Describes the host's state: a lost connection or a silent host, otherwise anything that stands out, otherwise that
 * all is quiet.
 */
function WallState({ findings, firing, sample, state, period }: WallStateProps) {
  const awaySince = useAwaySince();
  if (awaySince !== undefined) {
    return <p className="wall-state wall-lost">{t('ui.core.connection.away', { time: formatSince(awaySince) })}</p>;
  }
  if (state !== 'LIVE') {
    const seenMs = sample && Date.parse(sample.sampledAt);
    const { words, detail } = hostConditionOf({ state, seenMs, firing, awaySince });
    return (
      <p className="wall-state wall-lost">
        {words} {detail}
      </p>
    );
  }
  if (period) return <p className="wall-state">{periodText(period)}</p>;
  const outstanding = standingOut(findings, firing).filter(({ severity }) => severity !== 'INFORMATION');
  if (findings.length > 0 && outstanding.length + firing.length === 0) {
    return <p className="wall-state">{t('ui.dashboard.quiet')}</p>;
  }
  return (
    <ul className="wall-state findings">
      {firing.slice(0, ITEMS_SHOWN).map((incident) => (
        <FiringItem key={incident.id} incident={incident} />
      ))}
      {outstanding.slice(0, Math.max(0, ITEMS_SHOWN - firing.length)).map((finding) => (
        <FindingItem key={`${finding.kind} ${finding.text}`} finding={finding} />
      ))}
    </ul>
  );
}
