import { describe, expect, test } from 'vitest';
import {
  buildChartData,
  type ChartData,
  mapMeasures,
  withSample,
} from '../../../client/src/features/monitoring/charts/history/chart-data';
import { findGaps } from '../../../client/src/features/monitoring/charts/history/gaps';
import type { History } from '../../../client/src/features/monitoring/charts/history/history-query';
import {
  askAgainAfter,
  newestGapEnd,
  PENDING_SECONDS,
  withReceived,
} from '../../../client/src/features/monitoring/charts/history/late-data';
import { panels } from '../../../client/src/features/monitoring/charts/panels';
import type { Sample } from '../../../client/src/features/monitoring/live/sample-fields';

const START = Date.parse('2026-01-02T03:00:00Z');
const at = (seconds: number) => START / 1000 + seconds;

/** Builds the answer for samples five seconds apart. */
function answerOf(figures: readonly (number | null)[]): ChartData {
  const series = { minimum: figures, average: figures, maximum: figures } as History['cpuPercent'];
  return buildChartData({
    stepSeconds: 0,
    processors: null,
    at: figures.map((_, index) => new Date(START + index * 5000).toISOString()),
    ...mapMeasures(() => series),
  });
}

const sampleAt = (seconds: number, cpuPercent = 10) =>
  ({ sampledAt: new Date(START + seconds * 1000).toISOString(), cpuPercent, loadAverage: null }) as Sample;

const cpu = ({ bands }: ChartData) => bands.cpuPercent.average;
const cpuLines = panels.find(({ id }) => id === 'cpu')?.lines ?? [];
const visible = { from: at(0), to: at(600) };

describe('figures that arrive late (contract 4)', () => {
  test('the empty end of an answer is no time without data, and samples received since follow it', () => {
    const data = withReceived(answerOf([1, 2, 3, null, null]), [sampleAt(5), sampleAt(15, 4), sampleAt(20, 5)], 600);
    expect(cpu(data)).toEqual([1, 2, 3, 4, 5]);
    expect(cpu(withReceived(answerOf([1, null]), [], 600))).toEqual([1]);
    expect(cpu(withReceived(answerOf([null, null]), [], 600))).toEqual([null, null]);
  });

  test('what an agent has yet to send is not said to be missing; what is older is', () => {
    const data = withSample(answerOf([1, 2, 3]), sampleAt(60, 4), 600);
    expect(cpu(data)).toEqual([1, 2, 3, null, 4]);
    expect(findGaps(data, cpuLines, visible)).toEqual([{ from: at(10), to: at(60) }]);
    expect(findGaps({ ...data, pendingFrom: at(60) - PENDING_SECONDS }, cpuLines, visible)).toEqual([]);
    expect(findGaps({ ...data, pendingFrom: at(11) }, cpuLines, visible)).toEqual([{ from: at(10), to: at(60) }]);
  });

  test('after a pause they are asked for at once, then ever less often', () => {
    const data = withSample(answerOf([1, 2, 3]), sampleAt(300, 4), 600);
    expect(newestGapEnd(data)).toBe(at(300));
    expect(newestGapEnd(answerOf([1, 2, 3]))).toBeUndefined();
    expect(newestGapEnd(withSample(answerOf([1, 2, 3]), sampleAt(24, 4), 600))).toBeUndefined();
    expect(newestGapEnd(answerOf([null, 2, 3, null]))).toBeUndefined();
    expect(askAgainAfter(at(300), at(10), at(300))).toBeLessThan(1);
    expect(askAgainAfter(at(300), at(301), at(301))).toBe(20);
    expect(askAgainAfter(at(300), at(500), at(500))).toBe(100);
  });
});
