import { describe, expect, test } from 'vitest';
import {
  buildChartData,
  type ChartData,
  mapMeasures,
  tableRows,
  withSample,
} from '../../../client/src/features/monitoring/charts/history/chart-data';
import type { History } from '../../../client/src/features/monitoring/charts/history/history-query';
import type { Sample } from '../../../client/src/features/monitoring/live/sample-fields';
import { moved, scaled } from '../../../client/src/features/monitoring/view/time-window';
import { type FieldMeasure, fieldMeasures } from '../../../src/features/monitoring/measures';

const START = Date.parse('2026-01-02T03:00:00Z');

/** The values of a host that reports only the usual measures. */
const USUAL: readonly FieldMeasure[] = ['cpuPercent', 'ramPercent', 'swapPercent', 'diskPercent'];
const FIGURES = Object.fromEntries(fieldMeasures.map((name) => [name, USUAL.includes(name) ? 10 : null])) as Pick<
  Sample,
  FieldMeasure
>;

function sampleAt(seconds: number, cpuPercent = 10): Sample {
  return {
    ...FIGURES,
    sampledAt: new Date(START + seconds * 1000).toISOString(),
    cpuPercent,
    corePercents: null,
    loadAverage: null,
    ramUsed: 1,
    ramTotal: 5,
    ramUsedBytes: 1,
    swapUsed: 0,
    swapTotal: 0,
    memoryUsed: 1,
    memoryTotal: 2,
    diskUsedBytes: 1,
    uptimeSeconds: 1,
    fileSystems: null,
    limits: null,
  };
}

/** Builds the data for samples five seconds apart. */
function dataOf(figures: readonly (number | null)[]): ChartData {
  const series = { minimum: figures, average: figures, maximum: figures } as History['cpuPercent'];
  return buildChartData({
    stepSeconds: 0,
    processors: null,
    at: figures.map((_, index) => new Date(START + index * 5000).toISOString()),
    ...mapMeasures(() => series),
  });
}

const cpu = ({ bands }: ChartData) => bands.cpuPercent.average;

describe('the data of live charts', () => {
  test('grow by a sample at their end, and lose what is too old', () => {
    const data = withSample(dataOf([1, 2, 3]), sampleAt(15, 4), 12);
    expect(cpu(data)).toEqual([2, 3, 4]);
    expect(data.at.map((at) => at - START / 1000)).toEqual([5, 10, 15]);
    expect(data.bands.networkSent.average.at(-1)).toBeNull();
  });

  test('take no sample twice, and none that is older', () => {
    const data = dataOf([1, 2, 3]);
    expect(withSample(data, sampleAt(10), 600)).toBe(data);
    expect(withSample(data, sampleAt(7), 600)).toBe(data);
  });

  test('show a pause of more than two samples as a gap, and a late one as none', () => {
    expect(cpu(withSample(dataOf([1, 2, 3]), sampleAt(22, 9), 600))).toEqual([1, 2, 3, 9]);
    expect(cpu(withSample(dataOf([1, 2, 3]), sampleAt(24, 9), 600))).toEqual([1, 2, 3, null, 9]);
  });

  test('stay as long as their time however long they are fed', () => {
    let data = dataOf([1]);
    let longest = 0;
    for (let tick = 1; tick <= 17_280; tick += 1) {
      data = withSample(data, sampleAt(tick * 5, tick % 100), 600);
      longest = Math.max(longest, data.at.length);
    }
    expect(longest).toBeLessThanOrEqual(121);
    expect(cpu(data)).toHaveLength(data.at.length);
    expect(cpu(data).at(-1)).toBe(80);
  });

  test('a stretch stands at its middle', () => {
    const history = { ...dataOf([1]), stepSeconds: 60, processors: null, at: [new Date(START).toISOString()] };
    const series = { minimum: [1], average: [2], maximum: [3] };
    const data = buildChartData({
      ...history,
      ...mapMeasures(() => series),
    });
    expect(data.at).toEqual([START / 1000 + 30]);
    expect(data.bands.cpuPercent).toEqual(series);
  });
});

describe('the table of a chart', () => {
  test('sums many entries up into few rows, and hides no peak', () => {
    const data = dataOf(Array.from({ length: 480 }, (_, n) => (n === 300 ? 99 : n % 10)));
    const rows = tableRows(data, ['cpuPercent', 'diskRead'], 24);
    expect(rows).toHaveLength(24);
    expect(Math.max(...rows.map(({ figures }) => figures[0]?.maximum ?? 0))).toBe(99);
    expect(rows[0]?.figures[1]?.average).toBeCloseTo(4.5);
    expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).sort((a, b) => a - b));
  });

  test('leaves out times without figures', () => {
    const rows = tableRows(dataOf([1, null, null, null, null, 2]), ['cpuPercent'], 5);
    expect(rows.map(({ figures }) => figures[0]?.average)).toEqual([1, 2]);
    expect(tableRows(dataOf([]), ['cpuPercent'], 5)).toEqual([]);
  });
});

describe('a stretch of time', () => {
  const range = { from: 1000, to: 2000 };

  test('is halved and doubled about its middle, not below half a minute', () => {
    expect(scaled(range, 0.5, 9000)).toEqual({ from: 1250, to: 1750 });
    expect(scaled(range, 2, 9000)).toEqual({ from: 500, to: 2500 });
    expect(scaled({ from: 0, to: 31 }, 0.5, 9000)).toEqual({ from: 0.5, to: 30.5 });
  });

  test('moves by half of itself, and never beyond now', () => {
    expect(moved(range, -1, 9000)).toEqual({ from: 500, to: 1500 });
    expect(moved(range, 1, 2100)).toEqual({ from: 1100, to: 2100 });
    expect(scaled(range, 2, 2000)).toEqual({ from: 0, to: 2000 });
  });
});
