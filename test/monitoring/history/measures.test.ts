import { describe, expect, test } from 'vitest';
import { decodeColumns } from '../../../src/monitoring/history/chunk-codec.js';
import { columnNumbers, measures } from '../../../src/monitoring/history/measures.js';
import { samplesOfColumns } from '../../../src/monitoring/history/roll-up.js';
import { nineMeasures, nineMeasuresChunks } from './nine-measures-chunks.js';

describe('the columns of the measures', () => {
  test('are what they were when the first chunks were written', () => {
    const [chunk] = nineMeasuresChunks;
    const [sample] = samplesOfColumns(0, decodeColumns(chunk?.data ?? Buffer.of()));
    const named = Object.fromEntries(measures.map((measure, index) => [measure, sample?.figures[index]]));
    expect(named).toMatchObject(
      Object.fromEntries(nineMeasures.map((measure, column) => [measure, (column + 1) * 1000])),
    );
  });

  test('are each of one measure only', () => {
    expect(new Set(columnNumbers).size).toBe(measures.length);
  });
});
