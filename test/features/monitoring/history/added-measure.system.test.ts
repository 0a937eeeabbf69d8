import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeColumns, encodeColumns } from '../../../../src/features/monitoring/history/chunk-codec.js';
import { HostChunk } from '../../../../src/features/monitoring/history/host-chunk.entity.js';
import { Resolution } from '../../../../src/features/monitoring/history/resolution.js';
import { rollUpsOfColumns, samplesOfColumns } from '../../../../src/features/monitoring/history/roll-up.js';
import { columnNumbers } from '../../../../src/features/monitoring/history/stored-sample.js';
import {
  eachSample,
  ROLL_UP_LAYOUT,
  SAMPLE_LAYOUT,
  Summary,
} from '../../../../src/features/monitoring/history/summary.js';
import { Host } from '../../../../src/features/monitoring/hosts/storage/host.entity.js';
import { measureNames, storedMeasureNames } from '../../../../src/features/monitoring/measures.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { createOwnHistory } from '../../../support/own-history.js';
import { nineMeasures, nineMeasuresChunks, NINE_MEASURES_START as START } from './nine-measures-chunks.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const computeColumn = (measure: number) => columnNumbers[measure] as number;

/** Returns a value that identifies its measure, minute and sample. */
const figureOf = (measure: number, minute: number, sample: number) =>
  (computeColumn(measure) + 1) * 1000 + minute * 100 + sample * 10;

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`chunks on ${name} that were written before a measure was added`, () => {
    async function openOldHistory() {
      const database = await openTestDatabase(await locate());
      const { em } = database;
      const clock = new FakeClock(new Date(START));
      const { store, open } = await createOwnHistory(database, { clock, intervalMs: 20_000 });
      const history = open();
      await em.fork().insertMany(
        HostChunk,
        nineMeasuresChunks.map((chunk) => ({ hostNumber: 1, ...chunk })),
      );
      await em.fork().nativeUpdate(Host, { number: 1 }, { rolledUpUntil: START / MINUTE + 2 });
      /** Returns the averages by measure name; the number of points determines which resolution the history picks. */
      const read = async (toMs: number, points: number) => {
        const { resolution, minimum, average, maximum } = await history.read({ fromMs: START, toMs, points });
        const named = (series: typeof average) =>
          Object.fromEntries(measureNames.map((one, index) => [one, series[index]]));
        return { resolution, minimum: named(minimum), average: named(average), maximum: named(maximum) };
      };
      return { store, read };
    }

    test('give gaps for it, and to each measure what was written of it', async () => {
      const { read } = await openOldHistory();
      const samples = await read(START + 2 * MINUTE, 700);
      const minutes = await read(START + 12 * HOUR, 721);
      const hours = await read(START + 300 * DAY, 700);
      expect([samples, minutes, hours].map(({ resolution }) => resolution)).toEqual([
        Resolution.SAMPLES,
        Resolution.MINUTES,
        Resolution.HOURS,
      ]);
      expect(samples.average.cpuTemperatureCelsius).toEqual(Array(6).fill(null));
      expect(minutes.average.cpuTemperatureCelsius).toEqual([null, null]);
      const { minimum, average, maximum } = hours;
      expect([minimum, average, maximum].map((series) => series.cpuTemperatureCelsius)).toEqual([
        [null],
        [null],
        [null],
      ]);
      for (const [column, measure] of nineMeasures.entries()) {
        const base = (column + 1) * 1000;
        if (measure === 'loadAverage') expect(samples.average[measure]?.[1]).toBeNull();
        else expect(samples.average[measure]).toEqual([0, 10, 20, 100, 110, 120].map((rest) => base + rest));
        expect(minutes.average[measure]).toEqual([base + 10, base + 110]);
        expect([minimum[measure], average[measure], maximum[measure]]).toEqual([[base], [base + 60], [base + 120]]);
      }
    });

    test('are summed up with what is written later: into their minute, their hour and their day', async () => {
      const { store, read } = await openOldHistory();
      const sample = (minute: number, n: number) => ({
        atMs: START + minute * MINUTE + n * 20_000 + 10_000,
        figures: measureNames.map((_, measure) => figureOf(measure, minute, n)),
      });
      await store.fill(1, [sample(1, 0)]);
      await store.fill(1, [sample(2, 0), sample(2, 1)]);
      const samples = await read(START + 3 * MINUTE, 700);
      expect(samples.average.cpuTemperatureCelsius).toEqual([
        null,
        null,
        null,
        null,
        10_100,
        null,
        null,
        10_200,
        10_210,
      ]);
      expect(samples.average.cpuPercent).toEqual([1000, 1010, 1020, 1100, 1100, 1110, 1120, 1200, 1210]);
      const minutes = await read(START + 12 * HOUR, 721);
      expect(minutes.average.cpuTemperatureCelsius).toEqual([null, 10_100, 10_205]);
      expect(minutes.maximum.diskWritten).toEqual([9020, 9120, 9210]);
      const hours = await read(START + 300 * DAY, 700);
      expect([hours.minimum.cpuTemperatureCelsius, hours.maximum.cpuTemperatureCelsius]).toEqual([[10_100], [10_210]]);
      expect([hours.minimum.cpuPercent, hours.maximum.cpuPercent]).toEqual([[1000], [1210]]);
      const [average] = hours.average.cpuTemperatureCelsius ?? [];
      expect(average).toBeGreaterThan(10_100);
      expect(average).toBeLessThan(10_210);
    });
  });
}

/** Generates tables with any number of columns, as written by versions with fewer or more measures. */
const figures = (rows: number) =>
  fc.array(fc.option(fc.nat(5000), { nil: Number.NaN }), { minLength: rows, maxLength: rows });
const tables = (leading: number, width: number) =>
  fc.tuple(fc.nat({ max: 14 }), fc.integer({ min: 1, max: 6 })).chain(([kinds, rows]) =>
    fc.array(figures(rows), { minLength: kinds * width, maxLength: kinds * width }).map((columns) => {
      const steps = Float64Array.from({ length: rows }, (_, row) => row);
      const lead = Array.from({ length: leading }, (_, index) => (index === 0 ? steps : steps.map(() => 2)));
      return {
        rows,
        table: decodeColumns(encodeColumns([...lead, ...columns.map((column) => Float64Array.from(column))])),
      };
    }),
  );

/** Returns a column's values, with null for unknown ones. */
const inColumn = (table: readonly Float64Array[], column: number, rows: number) =>
  Array.from({ length: rows }, (_, row) => {
    const figure = table[column]?.[row] ?? Number.NaN;
    return Number.isNaN(figure) ? null : figure;
  });

describe('a table with fewer or more columns than there are measures', () => {
  const request = { fromMs: 0, toMs: 1000, points: 1001, gapMs: 1000 };

  test('of samples gives each measure its own column, and gaps where there is none', () => {
    fc.assert(
      fc.property(tables(1, 1), ({ rows, table }) => {
        const expected = storedMeasureNames.map((_, measure) => inColumn(table, 1 + computeColumn(measure), rows));
        const samples = samplesOfColumns(0, table);
        expect(storedMeasureNames.map((_, measure) => samples.map((sample) => sample.figures[measure]))).toEqual(
          expected,
        );
        expect(eachSample([{ startMs: 0, columns: table }], request)?.average).toEqual(expected);
        const summary = new Summary(request);
        for (let index = 0; index < rows; index += 1) {
          summary.add({ atMs: index, count: 1, columns: table, index }, SAMPLE_LAYOUT);
        }
        const { minimum, average, maximum } = summary.result();
        expect([minimum, average, maximum]).toEqual([expected, expected, expected]);
      }),
    );
  });

  test('of roll-ups does so too', () => {
    fc.assert(
      fc.property(tables(2, 3), ({ rows, table }) => {
        const rollUps = rollUpsOfColumns(0, 1, table);
        for (const [offset, kind] of (['minimum', 'average', 'maximum'] as const).entries()) {
          expect(storedMeasureNames.map((_, measure) => rollUps.map((one) => one[kind][measure]))).toEqual(
            storedMeasureNames.map((_, measure) => inColumn(table, 2 + 3 * computeColumn(measure) + offset, rows)),
          );
        }
        const summary = new Summary(request);
        for (let index = 0; index < rows; index += 1) {
          summary.add({ atMs: index, count: 2, columns: table, index }, ROLL_UP_LAYOUT);
        }
        expect(summary.result().average).toEqual(
          storedMeasureNames.map((_, measure) => inColumn(table, 3 + 3 * computeColumn(measure), rows)),
        );
      }),
    );
  });
});
