import type { Clock } from '../../../shared/time/clock.js';
import type { ReadableHistory } from '../history/history-reading.js';
import { figureOfStored } from '../history/stored-sample.js';
import { measureNames } from '../measures.js';
import type { MeasureSpan } from './analysis-prompt.js';

const HOUR_MS = 3_600_000;
const MINUTES = 60;

interface LastHourDeps {
  readonly history: ReadableHistory;
  readonly clock: Clock;
}

/** Returns the range of each measure over the last hour; empty if nothing was measured. */
export async function readLastHour({ history, clock }: LastHourDeps): Promise<MeasureSpan[]> {
  const toMs = clock.now().getTime() + 1;
  const { minimum, average, maximum } = await history.read({ fromMs: toMs - HOUR_MS, toMs, points: MINUTES });
  return measureNames.flatMap((measure, index) => {
    const [least = [], middle = [], most = []] = [minimum, average, maximum].map((series) => known(series[index]));
    if (middle.length === 0) return [];
    const mean = middle.reduce((sum, figure) => sum + figure, 0) / middle.length;
    return {
      measure,
      minimum: figureOfStored(Math.min(...least), index),
      average: figureOfStored(mean, index),
      maximum: figureOfStored(Math.max(...most), index),
    };
  });
}

function known(series: readonly (number | null)[] = []): number[] {
  return series.filter((figure) => figure !== null);
}
