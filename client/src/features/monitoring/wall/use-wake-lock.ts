import { useEffect } from 'react';

/**
 * Keeps the screen from going dark. Browsers release the lock when the tab is hidden, so it is taken again when the tab
 * is shown. Does nothing without browser support, e.g. on a page not served over HTTPS.
 */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let left = false;
    const take = async () => {
      if (document.hidden || !('wakeLock' in navigator)) return;
      // Browsers refuse it when the battery is low, for example.
      const taken = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (left) void taken?.release();
      else lock = taken;
    };
    void take();
    document.addEventListener('visibilitychange', take);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', take);
      void lock?.release();
    };
  }, []);
}
