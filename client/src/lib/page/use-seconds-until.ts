import { useSyncExternalStore } from 'react';

const LOOK_EVERY_MS = 250;

/** Whole seconds left until `moment` (in milliseconds of `Date.now()`), counted down to 0. */
export function useSecondsUntil(moment: number): number {
  return useSyncExternalStore(lookAtTheClock, () => Math.max(0, Math.ceil((moment - Date.now()) / 1000)));
}

function lookAtTheClock(look: () => void): () => void {
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
