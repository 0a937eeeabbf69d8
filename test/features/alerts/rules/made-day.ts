import type { HistorySlice } from '../../../../src/features/alerts/rules/backtest.js';
import type { FigureName } from '../../../../src/features/alerts/rules/figures.js';

export const INTERVAL_MS = 10_000;

/** A Monday; all times are those of this day in UTC. */
const DAY = '2026-11-23';

/** Figures from one time of the day to another, in place of the quiet ones. A list of two is a line from one to the other. */
export interface Episode {
  readonly from: string;
  readonly to: string;
  readonly figures: Readonly<Partial<Record<FigureName, number | readonly [number, number]>>>;
}

const QUIET: Readonly<Partial<Record<FigureName, number>>> = {
  ...{ cpu: 10, ram: 50, swap: 5, disk: 60, load1: 0.2 },
  ...{ netin: 1e6, netout: 1e6, diskread: 1e5, diskwrite: 1e5 },
};

/** A time of the day, in ms since 1970: `14:30`, `14:30:05`. */
export function epochMsOf(time: string): number {
  return Date.parse(`${DAY}T00:00:00Z`) + secondsOf(time) * 1000;
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** The samples of the day, an hour a slice: quiet but for the episodes, and silent from one time to another. */
export function* madeDay(
  episodes: readonly Episode[],
  silence?: { from: string; to: string },
): Generator<HistorySlice> {
  for (let hour = 0; hour < 24; hour += 1) {
    const atMs: number[] = [];
    const figures: Partial<Record<FigureName, number[]>> = {};
    for (let at = epochMsOf(`${hour}:00`); at < epochMsOf(`${hour + 1}:00`); at += INTERVAL_MS) {
      if (silence && at >= epochMsOf(silence.from) && at < epochMsOf(silence.to)) continue;
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
    ({ from, to, figures }) => at >= epochMsOf(from) && at < epochMsOf(to) && figures[name] !== undefined,
  );
  const figure = episode?.figures[name];
  if (!episode || figure === undefined) return undefined;
  const [first, last] = typeof figure === 'number' ? [figure, figure] : figure;
  const [start, end] = [epochMsOf(episode.from), epochMsOf(episode.to)];
  return first + ((last - first) * (at - start)) / (end - start);
}
