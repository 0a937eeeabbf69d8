import { type StoredMeasureName, storedMeasureNames } from '../measures.js';
import { BUCKETS, type ReadChunk } from './chunk-table.js';
import type { HostChunks } from './history-reading.js';
import { Resolution } from './resolution.js';
import { columnNumbers, figureOfStored } from './stored-sample.js';
import { ROLL_UP_LAYOUT, SAMPLE_LAYOUT } from './summary.js';

/** Rows of the history as columns, oldest first. */
export interface HistoryRows {
  /** Time of the sample, or start of its minute or hour. */
  readonly atMs: Float64Array;
  /** Values in the measures' units, averaged for minutes and hours; NaN if missing. */
  readonly figures: Readonly<Partial<Record<StoredMeasureName, Float64Array>>>;
}

export interface HistoryRowsRequest {
  readonly fromMs: number;
  readonly toMs: number;
  readonly resolution: Resolution;
  readonly measures: readonly StoredMeasureName[];
}

/** Chunks per statement: an hour of samples, or two and a half days of minutes. */
const CHUNKS_AT_ONCE = 60;

/** Reads the rows of a host's history in pieces; the caller should yield to the event loop between them. */
export async function* readHistoryRows(
  chunks: HostChunks,
  number: number,
  { fromMs, toMs, resolution, measures }: HistoryRowsRequest,
): AsyncGenerator<HistoryRows> {
  const { chunkMs, stepMs } = BUCKETS[resolution];
  const pieceMs = CHUNKS_AT_ONCE * chunkMs;
  for (let startMs = fromMs; startMs < toMs; ) {
    // Pieces are aligned with chunks so that no chunk is read twice.
    const endMs = Math.min(toMs, Math.floor(startMs / pieceMs) * pieceMs + pieceMs);
    const { written, growing } = await chunks.read(number, resolution, startMs, endMs);
    const range = { startMs, endMs };
    const layout = resolution === Resolution.SAMPLES ? SAMPLE_LAYOUT : ROLL_UP_LAYOUT;
    // Minutes that have not been rolled up yet are returned as samples.
    yield rowsOf(written, { ...range, layout, unitMs: stepMs || 1, measures });
    if (growing.length > 0) yield rowsOf(growing, { ...range, layout: SAMPLE_LAYOUT, unitMs: 1, measures });
    startMs = endMs;
  }
}

interface Reading {
  readonly startMs: number;
  readonly endMs: number;
  readonly layout: typeof SAMPLE_LAYOUT | typeof ROLL_UP_LAYOUT;
  /** The unit of a chunk's first column, in ms. */
  readonly unitMs: number;
  readonly measures: readonly StoredMeasureName[];
}

function rowsOf(chunks: readonly ReadChunk[], { startMs, endMs, layout, unitMs, measures }: Reading): HistoryRows {
  const length = chunks.reduce((sum, { columns }) => sum + (columns[0]?.length ?? 0), 0);
  const atMs = new Float64Array(length);
  const figures = measures.map((name) => ({
    name,
    index: storedMeasureNames.indexOf(name),
    column: new Float64Array(length),
  }));
  let rows = 0;
  for (const chunk of chunks) {
    const [times] = chunk.columns;
    const stored = figures.map(
      ({ index }) => chunk.columns[layout.first + (columnNumbers[index] as number) * layout.width + layout.middle],
    );
    for (let row = 0; row < (times?.length ?? 0); row += 1) {
      const at = chunk.startMs + (times?.[row] as number) * unitMs;
      if (at < startMs || at >= endMs) continue;
      atMs[rows] = at;
      for (const [place, { column, index }] of figures.entries()) {
        // Chunks have no column for measures added after they were written, and NaN stays NaN.
        column[rows] = figureOfStored(stored[place]?.[row] ?? Number.NaN, index);
      }
      rows += 1;
    }
  }
  return {
    atMs: atMs.subarray(0, rows),
    figures: Object.fromEntries(figures.map(({ name, column }) => [name, column.subarray(0, rows)])),
  };
}
