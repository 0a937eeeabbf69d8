import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Quantity } from '../../../client/src/components/quantity';
import { nearest, pointAfterKey } from '../../../client/src/features/monitoring/charts/crosshair/point-slider';
import { readingOf, spokenReading } from '../../../client/src/features/monitoring/charts/crosshair/reading';
import { tickLabel } from '../../../client/src/features/monitoring/charts/drawing/chart-axes';
import { drawnData } from '../../../client/src/features/monitoring/charts/drawing/chart-options';
import { lonePoints } from '../../../client/src/features/monitoring/charts/drawing/draw-ends';
import { shortened } from '../../../client/src/features/monitoring/charts/drawing/draw-limits';
import {
  buildChartData,
  type ChartData,
  mapMeasures,
} from '../../../client/src/features/monitoring/charts/history/chart-data';
import {
  beginningOf,
  findGaps,
  gapAt,
  gapText,
  sinceText,
} from '../../../client/src/features/monitoring/charts/history/gaps';
import { type Panel, panels } from '../../../client/src/features/monitoring/charts/panels';
import { busiestMinute } from '../../../client/src/features/monitoring/charts/process-peaks';
import { formatSpeed } from '../../../client/src/features/monitoring/format-figures';
import { formatPercent } from '../../../client/src/lib/i18n/format';
import { addSentences } from '../../../client/src/lib/i18n/t';
import { parseMessage } from '../../../src/i18n/parse-message';

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'pt-BR' } });
  vi.stubGlobal('navigator', { languages: ['pt-BR'] });
  const sentences: Record<string, string> = JSON.parse(readFileSync('src/locales/pt.json', 'utf8'));
  const entries = Object.entries(sentences).filter(([key]) => key.startsWith('ui.dashboard.'));
  addSentences(Object.fromEntries(entries.map(([key, text]) => [key, parseMessage(text)])));
});
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 0, 2, 21), toFake: ['Date'] });
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const panelOf = (id: string) => panels.find((panel) => panel.id === id) as Panel;
const cpu = panelOf('cpu');
const network = panelOf('network');

/** Seven in the evening in the reader's local time. */
const START = new Date(2026, 0, 2, 19, 0).getTime() / 1000;
const MINUTE = 60;

/** Builds the data for values one minute apart, rolled up or not. */
function dataOf(figures: readonly (number | null)[], stepSeconds = 0): ChartData {
  const lower = figures.map((figure) => (figure === null || stepSeconds === 0 ? figure : figure - 1));
  const upper = figures.map((figure) => (figure === null || stepSeconds === 0 ? figure : figure + 1));
  return {
    at: figures.map((_, index) => START + index * MINUTE),
    stepSeconds,
    bands: mapMeasures(() => ({ minimum: lower, average: figures, maximum: upper })),
  };
}

const HOUR = { from: START, to: START + 3600 };

describe('figures', () => {
  test('are written as the language writes them, and never break', () => {
    expect(formatPercent(12.34)).toBe('12,3%');
    expect(formatSpeed(1.5 * 1024 ** 2)).toBe('1,5\u00a0MiB/s');
  });

  test('stand before a smaller unit, if they have one', () => {
    const written = (text: string) => renderToStaticMarkup(createElement(Quantity, { text }));
    expect(written('1,5\u00a0MiB/s')).toBe('1,5<span class="unit">\u00a0MiB/s</span>');
    expect(written('37,4\u00a0%')).toBe('37,4<span class="unit">\u00a0%</span>');
    expect(written('119,3\u00a0°F')).toBe('119,3<span class="unit">\u00a0°F</span>');
    expect(written('0,52')).toBe('0,52');
    expect(written('–')).toBe('–');
  });

  test('at grid lines have no decimals that are zero', () => {
    expect([0, 2.5, 50, 100].map((line) => tickLabel(cpu, line))).toEqual(['0%', '2,5%', '50%', '100%']);
    expect([0, 2048].map((line) => tickLabel(network, line))).toEqual(['0\u00a0B/s', '2\u00a0KiB/s']);
    expect(tickLabel(panelOf('temperature'), -20)).toBe('-20\u00a0°C');
  });
});

describe('a point that is a sample', () => {
  test('has no band', () => {
    const sampled = { minimum: [5], average: [5], maximum: [5] };
    const history = { stepSeconds: 0, processors: null, at: ['2026-01-02T03:00:00Z'], ...mapMeasures(() => sampled) };
    const [, ...columns] = drawnData(cpu, buildChartData(history));
    expect(columns).toEqual([[], [], [5]]);
  });
});

describe('what was received', () => {
  test('is drawn below zero, opposite of what was sent', () => {
    const [, ...columns] = drawnData(network, dataOf([5, null], 60));
    expect(columns).toEqual([
      [-4, null],
      [-6, null],
      [-5, null],
      [4, null],
      [6, null],
      [5, null],
    ]);
  });
});

test('the names of rules that do not fit beside a limit are shortened, and say so', () => {
  const widthOf = (text: string) => text.length;
  expect(shortened('Disco quase cheio', 17, widthOf)).toBe('Disco quase cheio');
  expect(shortened('Disco quase cheio', 13, widthOf)).toBe('Disco quase…');
});

describe('a gap', () => {
  const data = dataOf([null, 1, null, null, 2, null]);

  test('is found before the first figures, between, and after the last', () => {
    expect(findGaps(data, cpu.lines, HOUR)).toEqual([
      { from: null, to: START + MINUTE },
      { from: START + MINUTE, to: START + 4 * MINUTE },
      { from: START + 4 * MINUTE, to: null },
    ]);
    expect(findGaps(dataOf([1, 2]), cpu.lines, HOUR)).toEqual([]);
    expect(findGaps(dataOf([null]), cpu.lines, HOUR)).toEqual([]);
  });

  test('of summed-up figures begins and ends with their stretches', () => {
    expect(findGaps(dataOf([1, null, null, 2], MINUTE), cpu.lines, HOUR)).toEqual([
      { from: START + 0.5 * MINUTE, to: START + 2.5 * MINUTE },
    ]);
  });

  test('is what comes before the first sample, though nothing stands there', () => {
    const visible = { from: START - 600, to: START + 600 };
    expect(findGaps(dataOf([1, 2]), cpu.lines, visible)).toEqual([{ from: null, to: START }]);
    expect(gapText({ from: null, to: START }, { from: 0, to: 365 * 86_400 })).toBe('Medindo desde 2 de jan. de 2026');
  });

  test('is said in words where it is read', () => {
    const gaps = findGaps(data, cpu.lines, HOUR);
    expect(gaps.map((gap) => gapText(gap, HOUR))).toEqual([
      'Medindo desde 19:01',
      'Sem dados das 19:01 às 19:04',
      'Sem dados desde 19:04',
    ]);
    expect(gapAt(gaps, START + 2 * MINUTE)).toBe(gaps[1]);
    const reading = readingOf(cpu, data, { index: 2, visible: HOUR, gaps });
    expect(spokenReading(reading)).toBe('19:02:00: Sem dados das 19:01 às 19:04');
  });
});

describe('a reading', () => {
  test('speaks time and figure, with the range of what is summed up', () => {
    const read = (panel: Panel, data: ChartData) =>
      spokenReading(readingOf(panel, data, { index: 1, visible: HOUR, gaps: [] }));
    expect(read(cpu, dataOf([1, 12.3]))).toBe('19:01:00: 12,3%');
    expect(read(cpu, dataOf([1, 12.3], 60))).toBe('19:01: 12,3% (11,3% a 13,3%)');
    expect(read(network, dataOf([1, 2048]))).toBe('19:01:00: recebido 2,0\u00a0KiB/s; enviado 2,0\u00a0KiB/s');
  });

  test('moves by keys: one, ten, to the ends, and not beyond them', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'PageDown', 'PageUp', 'Home', 'End', 'Enter'];
    expect(keys.map((key) => pointAfterKey(key, 50, 99))).toEqual([49, 51, 40, 60, 0, 99, undefined]);
    expect([pointAfterKey('PageDown', 5, 99), pointAfterKey('ArrowRight', 99, 99)]).toEqual([0, 99]);
  });

  test('stays at its time while samples arrive', () => {
    expect([nearest([10, 20, 30], 20), nearest([20, 30, 40], 20), nearest([30, 40], 20)]).toEqual([1, 0, 0]);
    expect([nearest([10, 20], 14), nearest([10, 20], 16), nearest([10, 20], 99)]).toEqual([0, 1, 1]);
  });
});

describe('the first sample of an installation', () => {
  test('is a dot, as no line leads to it', () => {
    expect(lonePoints([null, 5, null])).toEqual([1]);
    expect(lonePoints([5])).toEqual([0]);
    expect(lonePoints([1, 2, null, 3, null, 4, 5])).toEqual([3]);
  });

  test('says since when is measured', () => {
    const begin = beginningOf(dataOf([null, null, null, 7]), cpu.lines, HOUR);
    expect(begin).toEqual({ share: 0.05, at: START + 3 * MINUTE });
    expect(sinceText(begin?.at ?? 0, HOUR)).toBe('Medindo desde 19:03');
    expect(beginningOf(dataOf([null]), cpu.lines, HOUR)).toBeUndefined();
  });
});

test('of the minutes of a stretch the one in which processes used most is shown, with its five busiest', () => {
  const process = (name: string, cpuPercent: number, ramBytes: number) => ({ name, cpuPercent, ramBytes });
  const quiet = { at: 'a', processes: [process('idle', 1, 9)] };
  const busy = { at: 'b', processes: [1, 2, 3, 4, 5, 6].map((use) => process(`p${use}`, use * 10, 1 / use)) };
  const shown = busiestMinute([quiet, busy], 'cpuPercent');
  expect([shown?.at, shown?.processes.map(({ name }) => name)]).toEqual(['b', ['p6', 'p5', 'p4', 'p3', 'p2']]);
  expect(busiestMinute([quiet, busy], 'ramBytes')?.at).toBe('a');
  expect(busiestMinute([], 'cpuPercent')).toBeUndefined();
});
