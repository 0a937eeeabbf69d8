import { describe, expect, test } from 'vitest';
import { type ChartData, mapMeasures } from '../../client/src/features/monitoring/charts/chart-data';
import { chartOptions } from '../../client/src/features/monitoring/charts/chart-options';
import { type Panel, panels } from '../../client/src/features/monitoring/charts/panels';
import { reportedPanels } from '../../client/src/features/monitoring/charts/reported-panels';
import type { Sample } from '../../client/src/features/monitoring/live/sample-fields';
import { type MeasureName, measureNames } from '../../src/monitoring/measures';

/** A host that reports no temperature and no traffic of its disks. */
const SAMPLE = {
  ...Object.fromEntries(measureNames.map((name) => [name, 1])),
  loadAverage: { one: 1, five: 1, fifteen: 1 },
  cpuTemperatureCelsius: null,
  diskRead: null,
  diskWritten: null,
} as unknown as Sample;

/** Two entries, which have figures of these measures only. */
function dataOf(...known: MeasureName[]): ChartData {
  return {
    at: [0, 5],
    stepSeconds: 0,
    bands: mapMeasures((name) => {
      const series = [null, known.includes(name) ? 1 : null];
      return { minimum: series, average: series, maximum: series };
    }),
  };
}

const ids = (some: readonly Panel[]) => some.map(({ id }) => id);
const temperature = panels.find(({ id }) => id === 'temperature') as Panel;

describe('the charts', () => {
  test('have each measure once, and a name for each', () => {
    const lines = panels.flatMap((panel) => panel.lines);
    expect(lines.map(({ measure }) => measure).sort()).toEqual([...measureNames].sort());
    expect(panels.filter((panel) => panel.lines.length === 0)).toEqual([]);
  });

  test('of what this host does not report are left out, and named', () => {
    const { reported, unreported } = reportedPanels(dataOf('cpuPercent'), SAMPLE);
    expect(ids(reported)).toEqual(['cpu', 'memory', 'network', 'disk', 'load']);
    expect(ids(unreported)).toEqual(['disk-activity', 'temperature']);
  });

  test('of what it reports stay over a time without figures', () => {
    expect(ids(reportedPanels(dataOf(), { ...SAMPLE, cpuTemperatureCelsius: 0 }).reported)).toContain('temperature');
  });

  test('of what it reported once are there for that time', () => {
    expect(ids(reportedPanels(dataOf('diskWritten'), SAMPLE).reported)).toContain('disk-activity');
  });

  test('begin at zero, or below it where a figure is', () => {
    const range = rangeOf(temperature);
    expect([range(20, 60), range(-5, 20), range(30, 104), range(null, null)]).toEqual([
      [0, 100],
      [-5, 100],
      [0, 200],
      [0, 100],
    ]);
  });
});

/** How the scale of a panel's figures is chosen, from the least and the most of them. */
function rangeOf(panel: Panel) {
  const view = { visible: { from: 0, to: 1 }, live: false };
  const { scales } = chartOptions({ panel, colours: {}, view, width: 1, onZoom: () => {}, onPoint: () => {} });
  const range = scales?.y?.range as unknown as (plot: unknown, least: number | null, most: number | null) => number[];
  return (least: number | null, most: number | null) => range(undefined, least, most);
}
