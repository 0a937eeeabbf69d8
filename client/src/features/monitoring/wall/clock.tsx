import { useSyncExternalStore } from 'react';
import { dateFormat } from '../../../lib/i18n/format';

/** The time of day, to the minute, in the reader's locale and time zone. */
export function Clock() {
  const time = useSyncExternalStore(everySecond, () => dateFormat({ timeStyle: 'short' }).format(new Date()));
  return <time className="wall-clock">{time}</time>;
}

/** Ticks every second so that a new minute appears at most a second late. */
function everySecond(onTick: () => void): () => void {
  const timer = setInterval(onTick, 1000);
  return () => clearInterval(timer);
}
