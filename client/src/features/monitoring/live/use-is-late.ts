import { useEffect, useState } from 'react';
import type { Sample } from './sample-fields';

/** Number of intervals without a sample after which a host is late, by the server's definition. */
const LATE_INTERVALS = 3;
/** Polled samples arrive every five seconds, whatever the interval. */
const LATE_SECONDS_MIN = 12;

/** Whether samples have stopped although the server is reachable; false while the interval is unknown. */
export function useIsLate(sample: Sample | undefined, isUp: boolean, intervalSeconds: number | undefined): boolean {
  const [late, setLate] = useState<Sample>();
  useEffect(() => {
    if (!sample || !isUp || intervalSeconds === undefined) return;
    const lateAfter = Math.max(LATE_SECONDS_MIN, LATE_INTERVALS * intervalSeconds);
    const timer = setTimeout(() => setLate(sample), lateAfter * 1000);
    return () => clearTimeout(timer);
  }, [sample, isUp, intervalSeconds]);
  return sample !== undefined && late === sample;
}
