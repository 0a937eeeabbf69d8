import { useEffect, useState } from 'react';

/** Lengths of time are shown in minutes. */
const TICK_MS = 15_000;

/** The present, in milliseconds of `Date.now()`; the component renders again as it goes on, unless nobody looks. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The seconds from a timestamp until now; none where the clock of this machine is behind the server's. */
export function secondsSince(iso: string, now: number): number {
  return Math.max(0, (now - Date.parse(iso)) / 1000);
}
