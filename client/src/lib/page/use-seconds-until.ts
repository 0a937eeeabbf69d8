import { useSyncExternalStore } from 'react';

const TICK_MS = 250;

/** Returns the whole seconds left until `time` (in milliseconds of `Date.now()`), counting down to 0. */
export function useSecondsUntil(time: number): number {
  return useSyncExternalStore(subscribeToClock, () => Math.max(0, Math.ceil((time - Date.now()) / 1000)));
}

function subscribeToClock(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS);
  return () => clearInterval(timer);
}
