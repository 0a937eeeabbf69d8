import { numberFormat } from './format';

const DURATIONS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** Formats a duration in its two largest units: `3 dias 4 h`, `12 min`. */
export function formatDuration(seconds: number): string {
  let rest = seconds;
  const parts = DURATIONS.map(({ unit, seconds: length }) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return { unit, count };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  const shown = first === -1 ? parts.slice(-1) : parts.slice(first, first + 2);
  return shown
    .map(({ unit, count }) =>
      numberFormat({ style: 'unit', unit, unitDisplay: unit === 'day' ? 'long' : 'short' }).format(count),
    )
    .join(' ');
}
