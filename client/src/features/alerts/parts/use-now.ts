import { useEffect, useState } from 'react';
import { useAwaySince } from '../../../lib/graphql/connection';

/** Update interval; durations are shown in minutes. */
const TICK_MS = 15_000;

/**
 * Returns the current time, in milliseconds of `Date.now()`, and re-renders the component as time passes, unless the
 * page is hidden. Time stops while the server is unreachable, since anything still open may have ended.
 */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.min(now, useAwaySince() ?? now);
}

/** Returns the seconds from a timestamp until now; 0 if this machine's clock is behind the server's. */
export function secondsSince(iso: string, now: number): number {
  return Math.max(0, (now - Date.parse(iso)) / 1000);
}
