import { describe, expect, test, vi } from 'vitest';
import {
  computeScale,
  gridMarks,
  reachedWith,
} from '../../../client/src/features/monitoring/charts/drawing/panel-scale';
import { type ChartData, mapMeasures } from '../../../client/src/features/monitoring/charts/history/chart-data';
import { lineName, type Panel, panels } from '../../../client/src/features/monitoring/charts/panels';
import { reportedPanels } from '../../../client/src/features/monitoring/charts/reported-panels';
import { smallPanels } from '../../../client/src/features/monitoring/charts/sparklines/small-panels';
import type { Sample } from '../../../client/src/features/monitoring/live/sample-fields';
import { chartNames, charts, type MeasureName, measureNames } from '../../../src/features/monitoring/measures';

/** A host that reports neither temperature nor disk traffic. */
const SAMPLE = {
  ...Object.fromEntries(measureNames.map((name) => [name, 1])),
  loadAverage: { one: 1, five: 1, fifteen: 1 },
  cpuTemperatureCelsius: null,
  diskRead: null,
  diskWritten: null,
} as unknown as Sample;

/** Builds two entries with values for these measures only. */
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
    expect(ids(unreported)).toEqual(['disk-activity', 'temperature']);
    expect(ids(reported)).toEqual(chartNames.filter((id) => id !== 'disk-activity' && id !== 'temperature'));
  });

  test('of what it reports stay over a time without figures', () => {
    expect(ids(reportedPanels(dataOf(), { ...SAMPLE, cpuTemperatureCelsius: 0 }).reported)).toContain('temperature');
  });

  test('of what it reported once are there for that time', () => {
    expect(ids(reportedPanels(dataOf('diskWritten'), SAMPLE).reported)).toContain('disk-activity');
  });

  test('begin at zero, or below it where a figure is', () => {
    const range = (least: number | null, most: number | null) => {
      const { low, high } = computeScale(temperature, least, most);
      return [low, high];
    };
    expect([range(20, 55), range(-5, 20), range(30, 104), range(null, null)]).toEqual([
      [0, 60],
      [-20, 60],
      [0, 150],
      [0, 60],
    ]);
  });

  test('of two directions point down and up, each on a half with a scale of its own', () => {
    const halves = panels.filter(({ lines }) => lines.some(({ arrow }) => arrow));
    expect(halves.map(({ id, lines }) => [id, ...lines.map(({ measure, arrow }) => `${arrow} ${measure}`)])).toEqual([
      ['network', '↓ networkReceived', '↑ networkSent'],
      ['disk-activity', '↓ diskRead', '↑ diskWritten'],
    ]);
    for (const { lines } of halves) expect(lines.map(({ isBelow }) => isBelow)).toEqual([true, false]);
    const [network] = halves as [Panel];
    const [up, down] = [computeScale(network, 0, 3000), computeScale(network, -3_000_000, 0)];
    expect([up.low, up.high]).toEqual([-4096, 4096]);
    expect(down.high).toBeGreaterThan(3_000_000);
    // Both halves are equally high, and their grid lines stand for figures of their own.
    const marks = gridMarks(up, down);
    expect(marks.map(({ at }) => at)).toEqual([-4096, -2048, 0, 2048, 4096]);
    expect(marks.map(({ figure }) => figure)).toEqual([down.high, down.step, 0, up.step, up.high]);
    vi.stubGlobal('document', { documentElement: { lang: 'pt-BR' } });
    expect(lineName(network.lines[0] as Panel['lines'][number])).toMatch(/^↓ /);
  });

  test('of the first page have the same directions: what comes in is drawn downwards', () => {
    const below = new Set(
      panels.flatMap(({ lines }) => lines.filter(({ isBelow }) => isBelow)).map((line) => line.measure),
    );
    const directed = smallPanels.filter(({ measures }) => measures.length > 1);
    expect(directed.map(({ measures }) => measures.map((measure) => below.has(measure)))).toEqual([
      [false, true],
      [false, true],
    ]);
  });

  test('reach to a limit once their figures are half way to it, and to no other', () => {
    const limit = (figure: number) => ({ figure, severity: 'BAD', names: [] }) as const;
    expect(reachedWith([limit(90), limit(95)], 46)).toBe(90);
    expect(reachedWith([limit(90), limit(95)], 48)).toBe(95);
    expect(reachedWith([limit(90)], 44)).toBe(44);
    expect([reachedWith([limit(90)], 97), reachedWith([limit(90)], null)]).toEqual([97, null]);
  });

  test('have no line for swap where there is none', () => {
    const linesOf = (swapTotal: number, data = dataOf('cpuPercent')) =>
      reportedPanels(data, { ...SAMPLE, swapTotal })
        .reported.find(({ id }) => id === 'memory')
        ?.lines.map(({ measure }) => measure);
    expect(linesOf(0)).toEqual(['ramPercent']);
    expect(linesOf(8)).toEqual(['ramPercent', 'swapPercent']);
    // The host had swap during the time shown.
    expect(linesOf(0, dataOf('swapPercent'))).toEqual(['ramPercent', 'swapPercent']);
  });

  test('are those of most hosts before anything is known', () => {
    const reported = ids(reportedPanels(undefined, undefined).reported);
    expect(reported).toEqual(chartNames.filter((id) => charts[id].isUsual));
    expect(reported).toEqual(expect.arrayContaining(['cpu', 'memory', 'network', 'disk-activity', 'disk', 'load']));
    expect(reported).not.toContain('temperature');
  });
});
