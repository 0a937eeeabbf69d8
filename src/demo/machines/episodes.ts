import { MINUTE_MS, plateau } from './curves.js';

/** Something out of the ordinary in a machine's past, which its incidents tell of as well. */
export interface Episode {
  /** Minutes from its beginning to the start of the demonstration. */
  readonly agoMinutes: number;
  readonly minutes: number;
  /** The values that it pushes figures to, in percent and bytes per second. */
  readonly cpuPercent?: number;
  readonly ramPercent?: number;
  readonly received?: number;
  /** Whether the machine was off, and measured nothing. */
  readonly isOff?: true;
}

const RAMP_MINUTES = 2;

/** Returns how far an episode has set in at a time, from 0 to 1. */
export function strengthOf({ agoMinutes, minutes }: Episode, atMs: number, startMs: number): number {
  const minute = (atMs - startMs) / MINUTE_MS + agoMinutes;
  return plateau(minute, -RAMP_MINUTES, minutes + RAMP_MINUTES, RAMP_MINUTES);
}

/** Whether any of the episodes touches a span of time. */
export function hasEpisode(
  episodes: readonly Episode[],
  { fromMs, toMs, startMs }: { readonly fromMs: number; readonly toMs: number; readonly startMs: number },
): boolean {
  return episodes.some(({ agoMinutes, minutes }) => {
    const beganMs = startMs - agoMinutes * MINUTE_MS;
    return beganMs < toMs && beganMs + minutes * MINUTE_MS > fromMs;
  });
}
