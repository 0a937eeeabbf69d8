import { type StoredMeasureName, storedMeasureNames } from '../measures.js';
import { BUCKETS, type ReadChunk, type ReadChunks } from './chunk-table.js';
import { Resolution } from './metrics-chunk.entity.js';
import { columnNumbers, figureOfStored } from './stored-sample.js';
import { ROLL_UP_LAYOUT, SAMPLE_LAYOUT } from './summary.js';

/** Some rows of the history as columns, oldest first. */
export interface HistoryRows {
  /** When each was taken, or its minute or hour begins. */
  readonly atMs: Float64Array;
  /** In the units of the measures; the averages of minutes and hours; NaN where a figure is missing. */
  readonly figures: Readonly<Partial<Record<StoredMeasureName, Float64Array>>>;
}

/** Which rows are wanted. */
export interface HistoryRowsRequest {
  readonly fromMs: number;
  readonly toMs: number;
  readonly resolution: Resolution;
  readonly measures: readonly StoredMeasureName[];
}

type ReadChunksOf = (resolution: Resolution, fromMs: number, toMs: number) => Promise<ReadChunks>;

/** So many chunks are read by one statement: an hour of samples, two and a half days of minutes. */
const CHUNKS_AT_ONCE = 60;

/** Reads rows of the history, piece by piece: the caller gives way between two. */
export async function* readHistoryRows(
  { fromMs, toMs, resolution, measures }: HistoryRowsRequest,
  readChunks: ReadChunksOf,
): AsyncGenerator<HistoryRows> {
  const { chunkMs, stepMs } = BUCKETS[resolution];
  const pieceMs = CHUNKS_AT_ONCE * chunkMs;
  for (let startMs = fromMs; startMs < toMs; ) {
    // Pieces begin with a chunk, so that none is read twice.
    const endMs = Math.min(toMs, Math.floor(startMs / pieceMs) * pieceMs + pieceMs);
    const { written, growing } = await readChunks(resolution, startMs, endMs);
    const range = { startMs, endMs };
    const layout = resolution === Resolution.SAMPLES ? SAMPLE_LAYOUT : ROLL_UP_LAYOUT;
    // What is not rolled up yet is in no chunk of minutes: its samples stand for it.
    yield rowsOf(written, { ...range, layout, unitMs: stepMs || 1, measures });
    if (growing.length > 0) yield rowsOf(growing, { ...range, layout: SAMPLE_LAYOUT, unitMs: 1, measures });
    startMs = endMs;
  }
}

interface Reading {
  readonly startMs: number;
  readonly endMs: number;
  readonly layout: typeof SAMPLE_LAYOUT | typeof ROLL_UP_LAYOUT;
  /** What the first column of a chunk counts in. */
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
        // A chunk has no column for a measure that was added after it was written; NaN stays NaN.
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
