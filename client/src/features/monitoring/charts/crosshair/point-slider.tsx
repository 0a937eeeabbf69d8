import type { KeyboardEvent } from 'react';
import { t } from '../../../../lib/i18n/t';

interface PointSliderProps {
  title: string;
  /** Timestamps of the points, in seconds since 1970; at least one. */
  at: readonly number[];
  /** Timestamp of the selected point; null if none. */
  heldAt: number | null;
  text: string;
  onHold(at: number | null): void;
}

/**
 * Makes a chart readable point by point with the keyboard. It is a slider over time, because screen readers pass arrow
 * keys to sliders and speak their values, so no live region is needed. Its value is the timestamp rather than the
 * index, because that stays the same as new samples arrive and nothing is spoken twice.
 */
export function PointSlider({ title, at, heldAt, text, onHold }: PointSliderProps) {
  const last = at.length - 1;
  const index = heldAt === null ? last : nearest(at, heldAt);
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // Hides the reading in case it covers something, but keeps focus.
    if (event.key === 'Escape') return onHold(null);
    const to = pointAfterKey(event.key, index, last);
    if (to === undefined) return;
    event.preventDefault();
    onHold(at[to] ?? null);
  };
  return (
    <div
      className="chart-slider"
      role="slider"
      tabIndex={0}
      aria-label={t('ui.dashboard.readPoints', { title })}
      aria-valuemin={at[0]}
      aria-valuemax={at[last]}
      aria-valuenow={at[index]}
      aria-valuetext={text}
      onFocus={() => onHold(at[last] ?? null)}
      onBlur={() => onHold(null)}
      onKeyDown={press}
    />
  );
}

const PAGE = 10;

/** Returns the point that a key leads to; undefined for other keys. */
export function pointAfterKey(key: string, index: number, last: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -PAGE,
    PageUp: PAGE,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.min(last, Math.max(0, index + step));
}

/** Returns the index of the nearest timestamp. */
export function nearest(at: readonly number[], wanted: number): number {
  const after = at.findIndex((timestamp) => timestamp >= wanted);
  if (after === -1) return at.length - 1;
  const [before, next] = [at[after - 1] ?? Number.NEGATIVE_INFINITY, at[after] ?? 0];
  return wanted - before < next - wanted ? after - 1 : after;
}
