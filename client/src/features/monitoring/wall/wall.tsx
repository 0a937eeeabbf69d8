import './wall.css';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { formatTime } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import { FindingItem } from '../findings/findings-strip';
import type { Finding } from '../findings/use-findings';
import { useHost } from '../host/host-identity';
import type { Sample } from '../live/sample-fields';
import { Clock } from './clock';
import { useAwake } from './use-awake';
import { useFullScreen } from './use-full-screen';
import { useWakeLock } from './use-wake-lock';

/** More would not be legible from afar. */
const FINDINGS_SHOWN = 2;

interface WallProps {
  status: ReactNode;
  findings: readonly Finding[];
  sample: Sample | undefined;
  offline: boolean;
  onLeave(): void;
  /** The charts. */
  children: ReactNode;
}

/** The charts alone, for a screen on a wall: machine, state and time, legible from three metres. */
export function Wall({ status, findings, sample, offline, onLeave, children }: WallProps) {
  const host = useHost();
  const fullScreen = useFullScreen(onLeave);
  const awake = useAwake();
  useWakeLock();
  const leaveByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') fullScreen.leave();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => leaveByKey(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className="wall" data-awake={awake || undefined} data-stale={offline || undefined}>
      <header className="wall-head">
        <p className="wall-host">{host?.name}</p>
        <WallState findings={findings} sample={sample} offline={offline} />
        <Clock />
        {status}
      </header>
      {children}
      <div className="wall-controls">
        {fullScreen.canEnter && (
          <button className="button" type="button" onClick={fullScreen.enter}>
            {t('ui.dashboard.fullScreen')}
          </button>
        )}
        <button className="button" type="button" onClick={fullScreen.leave}>
          {t('ui.dashboard.leaveWall')}
        </button>
      </div>
    </div>
  );
}

/** Shows the worst findings, or the lost connection instead. */
function WallState({ findings, sample, offline }: Pick<WallProps, 'findings' | 'sample' | 'offline'>) {
  if (offline) {
    const time = sample && formatTime(new Date(sample.sampledAt));
    return (
      <p className="wall-state wall-lost">
        {t('ui.monitoring.offline')} {time !== undefined && t('ui.monitoring.lastReading', { time })}
      </p>
    );
  }
  const outstanding = findings.filter(({ severity }) => severity !== 'INFORMATION').slice(0, FINDINGS_SHOWN);
  if (findings.length > 0 && outstanding.length === 0) {
    return <p className="wall-state">{t('ui.dashboard.quiet')}</p>;
  }
  return (
    <ul className="wall-state findings">
      {outstanding.map((finding) => (
        <FindingItem key={`${finding.kind} ${finding.text}`} finding={finding} />
      ))}
    </ul>
  );
}
