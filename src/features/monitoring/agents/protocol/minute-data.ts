import { decodeColumns, encodeColumns } from '../../history/chunk-codec.js';
import { columnsOfSamples, samplesOfColumns } from '../../history/roll-up.js';
import { columnNumbers, type StoredSample } from '../../history/stored-sample.js';
import { units } from '../../measure.js';
import { storedMeasureNames, storedMeasures } from '../../measures.js';
import { INTERVAL_MIN_MS, MINUTE_MS, ProtocolError } from './protocol.js';

/** Maximum number of samples in a minute: one a second, plus a few extra because timers are not exact. */
export const SAMPLES_OF_MINUTE_MAX = MINUTE_MS / INTERVAL_MIN_MS + 4;

/** Maximum number of columns: the time, plus measures, including some that this version does not know yet. */
const COLUMNS_MAX = 100;

/** The largest value of each measure in its stored form. */
const highestStored = storedMeasureNames.map((name) => {
  const { decimals, lowest, highest } = units[storedMeasures[name].unit];
  return (highest - lowest) * 10 ** decimals;
});

/**
 * Encodes the samples of a minute compactly, in the history's format and base64, with times relative to the start of
 * the minute.
 */
export function encodeMinute(startMs: number, samples: readonly StoredSample[]): string {
  const bounded = samples.map(({ atMs, figures }) => ({
    atMs,
    figures: figures.map((figure, index) => figure && Math.min(figure, highestStored[index] ?? figure)),
  }));
  return Buffer.from(encodeColumns(columnsOfSamples(startMs, bounded))).toString('base64');
}

/**
 * Decodes the output of {@link encodeMinute}, from this version or another one.
 *
 * @throws {ProtocolError} if it is malformed, or a value or time is out of range.
 */
export function decodeMinute(startMs: number, data: string): StoredSample[] {
  const bytes = Buffer.from(data, 'base64');
  const [, columnCount = 0, rowCount = 0] = bytes;
  // Checked before allocating anything; within the limits, both are single bytes.
  if (columnCount < 1 || columnCount > COLUMNS_MAX) throw new ProtocolError('minute.data: not a minute');
  if (rowCount < 1 || rowCount > SAMPLES_OF_MINUTE_MAX) {
    throw new ProtocolError(`minute.data: 1 to ${SAMPLES_OF_MINUTE_MAX} samples`);
  }
  const samples = decodeSamples(startMs, bytes);
  let lastMs = startMs - 1;
  for (const { atMs, figures } of samples) {
    if (!(atMs > lastMs) || atMs >= startMs + MINUTE_MS) throw new ProtocolError('minute.data: times out of order');
    lastMs = atMs;
    for (const [index, figure] of figures.entries()) checkFigure(figure, index);
  }
  return samples;
}

function decodeSamples(startMs: number, bytes: Uint8Array): StoredSample[] {
  try {
    return samplesOfColumns(startMs, decodeColumns(bytes));
  } catch (error) {
    if (error instanceof RangeError) throw new ProtocolError('minute.data: not a minute');
    throw error;
  }
}

function checkFigure(figure: number | null, index: number): void {
  const most = highestStored[index] ?? 0;
  if (figure === null || (Number.isInteger(figure) && figure >= 0 && figure <= most)) return;
  throw new ProtocolError(`minute.${storedMeasureNames[index]}: out of range (column ${columnNumbers[index]})`);
}
