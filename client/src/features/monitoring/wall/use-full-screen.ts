import { useEffect, useEffectEvent, useState } from 'react';

interface FullScreen {
  /** Whether there is such a mode, and the page is not in it. */
  readonly canEnter: boolean;
  enter(): void;
  /** Leaves the wall mode, and the full screen where it is on. */
  leave(): void;
}

/** Asks for the full screen, which browsers grant to a gesture only. */
export function enterFullScreen(): void {
  document.documentElement.requestFullscreen?.().catch(() => {});
}

/**
 * The full screen of the wall mode. The two end together: the key Escape ends the full screen, of which the page only
 * hears afterwards.
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
