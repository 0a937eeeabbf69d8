import './wall.css';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { t } from '../../../lib/i18n/t';
import { useAwake } from './use-awake';
import { useFullScreen } from './use-full-screen';
import { useWakeLock } from './use-wake-lock';

interface WallFrameProps {
  className: string;
  /** Whether the figures are the last ones received. */
  isStale: boolean;
  onLeave(): void;
  children: ReactNode;
}

/** A screen on a wall: keeps the display on, and is left by Escape or by buttons that appear with the pointer. */
export function WallFrame({ className, isStale, onLeave, children }: WallFrameProps) {
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
    <div className={className} data-awake={awake || undefined} data-stale={isStale || undefined}>
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
