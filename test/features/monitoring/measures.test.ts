import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { decodeColumns } from '../../../src/features/monitoring/history/chunk-codec.js';
import { samplesOfColumns } from '../../../src/features/monitoring/history/roll-up.js';
import { columnNumbers } from '../../../src/features/monitoring/history/stored-sample.js';
import {
  collectFigures,
  fieldMeasures,
  labelOf,
  measureNames,
  measures,
  storedMeasureNames,
} from '../../../src/features/monitoring/measures.js';
import { FakeHost } from '../../support/fakes/fake-host.js';
import { nineMeasures, nineMeasuresChunks } from './history/nine-measures-chunks.js';

describe('the columns of the measures', () => {
  test('are what they were when the first chunks were written', () => {
    const [chunk] = nineMeasuresChunks;
    const [sample] = samplesOfColumns(0, decodeColumns(chunk?.data ?? Buffer.of()));
    const named = Object.fromEntries(measureNames.map((name, index) => [name, sample?.figures[index]]));
    expect(named).toMatchObject(
      Object.fromEntries(nineMeasures.map((measure, column) => [measure, (column + 1) * 1000])),
    );
  });

  test('are each of one measure only', () => {
    expect(new Set(columnNumbers).size).toBe(storedMeasureNames.length);
  });
});

describe('the figures of a reading', () => {
  const complete = new FakeHost().reading;

  test('are rounded to the decimals of their unit', () => {
    const third = 100 / 3;
    const reading = { ...complete, cpuPercent: third, loadAverage: [third, 1, 1] as const };
    const figures = collectFigures({ ...reading, network: { received: third, sent: 0 } });
    expect(figures).toMatchObject({ cpuPercent: 33.3, loadAverage: 33.33, networkReceived: 33 });
  });

  test('are all there when the host reports everything, and null when it reports nothing', () => {
    expect(Object.values(collectFigures(complete)).filter((figure) => typeof figure !== 'number')).toEqual([]);
    const nothing = Object.fromEntries(Object.keys(complete).map((name) => [name, null]));
    const silent = { ...complete, ...nothing, kernelFigures: {} };
    expect(collectFigures(silent)).toEqual(Object.fromEntries(measureNames.map((name) => [name, null])));
  });
});

describe('the schema', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const typesOf = (type: string, names: readonly string[]) => {
    const fields = (schema.getType(type) as GraphQLObjectType).getFields();
    return names.map((name) => [name, String(fields[name]?.type)]);
  };

  test('has every measure in the metrics, all nullable, since a source may lack any of them', () => {
    expect(typesOf('Metrics', fieldMeasures)).toEqual(fieldMeasures.map((name) => [name, 'Float']));
  });

  test('has every measure in the history', () => {
    expect(typesOf('MetricsHistory', measureNames)).toEqual(measureNames.map((name) => [name, 'HistorySeries!']));
  });
});

describe('a chart', () => {
  const byChart = Map.groupBy(measureNames, (name) => measures[name].chart);

  test('has measures of one unit only', () => {
    const units = [...byChart.values()].map((names) => new Set(names.map((name) => measures[name].unit)).size);
    expect(units).toEqual(units.map(() => 1));
  });

  test('of several measures names each of them', () => {
    const shared = [...byChart.values()].filter((names) => names.length > 1).flat();
    expect(shared.filter((name) => labelOf(name) === undefined)).toEqual([]);
  });
});
