import type { HistorySlice } from '../../../../src/features/alerts/rules/backtest.js';
import type { FigureName } from '../../../../src/features/alerts/rules/figures.js';

export const INTERVAL_MS = 10_000;

/** A Monday. All times are on this day, in UTC. */
const DAY = '2026-11-23';

/**
 * Values that replace the quiet ones between two times of day. A pair is a linear slope from one value to the other.
 */
export interface Episode {
  readonly from: string;
  readonly to: string;
  readonly figures: Readonly<Partial<Record<FigureName, number | readonly [number, number]>>>;
}

const QUIET: Readonly<Partial<Record<FigureName, number>>> = {
  ...{ cpu: 10, ram: 50, swap: 5, disk: 60, load1: 0.2 },
  ...{ netin: 1e6, netout: 1e6, diskread: 1e5, diskwrite: 1e5 },
};

/** Converts a time of day such as `14:30` or `14:30:05` to ms since 1970. */
export function parseEpochMs(time: string): number {
  return Date.parse(`${DAY}T00:00:00Z`) + parseSeconds(time) * 1000;
}

function parseSeconds(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/**
 * Yields a day's samples in hourly slices. They are quiet except during the episodes, and missing between two given
 * times.
 */
export function* madeDay(
  episodes: readonly Episode[],
  silence?: { from: string; to: string },
): Generator<HistorySlice> {
  for (let hour = 0; hour < 24; hour += 1) {
    const atMs: number[] = [];
    const figures: Partial<Record<FigureName, number[]>> = {};
    for (let at = parseEpochMs(`${hour}:00`); at < parseEpochMs(`${hour + 1}:00`); at += INTERVAL_MS) {
      if (silence && at >= parseEpochMs(silence.from) && at < parseEpochMs(silence.to)) continue;
      atMs.push(at);
      for (const [name, quiet] of Object.entries(QUIET) as [FigureName, number][]) {
        const column = figures[name] ?? [];
        figures[name] = column;
        column.push(figureAt(at, name, episodes) ?? quiet);
      }
    }
    yield { atMs, figures };
  }
}

function figureAt(at: number, name: FigureName, episodes: readonly Episode[]): number | undefined {
  const episode = episodes.findLast(
    ({ from, to, figures }) => at >= parseEpochMs(from) && at < parseEpochMs(to) && figures[name] !== undefined,
  );
  const figure = episode?.figures[name];
  if (!episode || figure === undefined) return undefined;
  const [first, last] = typeof figure === 'number' ? [figure, figure] : figure;
  const [start, end] = [parseEpochMs(episode.from), parseEpochMs(episode.to)];
  return first + ((last - first) * (at - start)) / (end - start);
}
