import { SPARK_SECONDS, type SparkPoint } from './spark-path';

const MINUTE = 60;

/** Number of readings that the newest minute's averages are made of. */
export interface MinutePoint extends SparkPoint {
  readonly readings: number;
}

/** Adds a reading to the average of its minute, and drops minutes older than an hour. Late readings are ignored. */
export function withReading(
  points: readonly MinutePoint[],
  at: number,
  figures: SparkPoint['figures'],
): readonly MinutePoint[] {
  const minute = Math.floor(at / MINUTE) * MINUTE;
  const last = points.at(-1);
  if (last && last.at > minute) return points;
  if (last?.at === minute) return [...points.slice(0, -1), averaged(last, figures)];
  const recent = points.filter((point) => point.at > minute - SPARK_SECONDS);
  return [...recent, { at: minute, figures, readings: 1 }];
}

/** Puts the stored minutes before the readings received since, which are newer. */
export function withStored(points: readonly MinutePoint[], stored: readonly SparkPoint[]): readonly MinutePoint[] {
  const end = stored.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  const known = stored.map((point) => ({ ...point, readings: 1 }));
  return [...known, ...points.filter(({ at }) => at > end)];
}

function averaged({ at, figures: before, readings }: MinutePoint, figures: SparkPoint['figures']): MinutePoint {
  const average = Object.entries(figures).map(([name, figure]) => {
    const known = before[name] ?? null;
    if (figure === null || known === null) return [name, figure ?? known];
    return [name, known + (figure - known) / (readings + 1)];
  });
  return { at, figures: Object.fromEntries(average), readings: readings + 1 };
}
