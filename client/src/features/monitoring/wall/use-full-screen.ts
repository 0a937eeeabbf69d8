import { useEffect, useEffectEvent, useState } from 'react';

interface FullScreen {
  /** Whether full screen is supported but not active. */
  readonly canEnter: boolean;
  enter(): void;
  /** Leaves wall mode, and full screen if active. */
  leave(): void;
}

/** Requests full screen, which browsers grant only on a user gesture. */
export function enterFullScreen(): void {
  document.documentElement.requestFullscreen?.().catch(() => {});
}

/**
 * Controls full screen in wall mode. Both end together: Escape ends full screen, and the page only learns of it
 * afterwards.
 */
export function useFullScreen(onLeave: () => void): FullScreen {
  const [isOn, setOn] = useState(document.fullscreenElement !== null);
  const changed = useEffectEvent(() => {
    const on = document.fullscreenElement !== null;
    if (isOn && !on) onLeave();
    setOn(on);
  });
  useEffect(() => {
    const onChange = () => changed();
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, []);
  return {
    canEnter: document.fullscreenEnabled && !isOn,
    enter: enterFullScreen,
    leave() {
      if (document.fullscreenElement) void document.exitFullscreen();
      else onLeave();
    },
  };
}
