import type { UnitOfWork } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import { type StoredMeasureName, storedMeasureNames } from '../measures.js';
import { type Columns, decodeSome } from './chunk-codec.js';
import { BUCKETS, floorTo, MINUTE_MS } from './chunk-table.js';
import { Resolution } from './resolution.js';
import { columnNumbers, figureOfStored } from './stored-sample.js';
import { ROLL_UP_LAYOUT, SAMPLE_LAYOUT, type Series } from './summary.js';

/** A chunk whose columns are decoded on demand, so that the caller can yield to the event loop in between. */
export interface MinuteChunk {
  readonly startMs: number;
  /** Resolution of its rows: samples, or minutes up to `untilMs`. */
  readonly resolution: Resolution.SAMPLES | Resolution.MINUTES;
  /** Rows from here on are outdated. */
  readonly untilMs: number;
  readonly decode: (wanted: readonly boolean[]) => Columns;
}

/** Chunks by the host's number. */
export type HostMinutes = ReadonlyMap<number, readonly MinuteChunk[]>;

/** Gives access to the last minutes of several hosts at once. */
export interface RecentMinutes {
  /** Reads what covers a range of at most a few hours; a host without any chunk is missing. */
  readMinutes(numbers: readonly number[], fromMs: number, toMs: number): Promise<HostMinutes>;
}

/**
 * Reads the minutes of several hosts with one statement, for the same reason as `ChunkTable.readRollUps`: minutes that
 * are rolled up already, and samples of those that are not.
 */
export async function readMinutesOfHosts(
  unit: UnitOfWork,
  numbers: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<HostMinutes> {
  const chunks = `select number, start_minute, data, resolution, until_minute from summed
    join host_chunks on host_number = number and resolution = ? and start_minute >= ? and start_minute < ?`;
  const endMinute = Math.ceil(toMs / MINUTE_MS);
  const { SAMPLES, MINUTES } = Resolution;
  const rows = await queryRows<{
    number: number;
    start_minute: number;
    data: Uint8Array;
    resolution: MinuteChunk['resolution'];
    until_minute: number;
  }>(
    unit,
    `with summed as (
        select number, rolled_up_until as until_minute from hosts where number in (${numbers.map(() => '?').join()}))
      ${chunks} and start_minute < until_minute
      union all ${chunks} and start_minute >= until_minute`,
    [
      ...numbers,
      ...[MINUTES, floorTo(fromMs, BUCKETS[MINUTES].chunkMs) / MINUTE_MS, endMinute],
      ...[SAMPLES, floorTo(fromMs, MINUTE_MS) / MINUTE_MS, endMinute],
    ],
  );
  const found = new Map<number, MinuteChunk[]>();
  for (const { number, start_minute, data, resolution, until_minute } of rows) {
    const list = found.get(number) ?? [];
    found.set(number, list);
    list.push({
      startMs: start_minute * MINUTE_MS,
      resolution,
      untilMs: resolution === MINUTES ? until_minute * MINUTE_MS : Number.POSITIVE_INFINITY,
      decode: (wanted) => decodeSome(data, wanted),
    });
  }
  return found;
}

/** Consecutive minutes, the first of which begins at `fromMs`. */
export interface MinuteRange {
  readonly fromMs: number;
  readonly count: number;
}

/** Returns each measure's average in each minute, in its unit; null for minutes without a sample. */
export function averageMinutes(
  chunks: readonly MinuteChunk[],
  { fromMs, count }: MinuteRange,
  measures: readonly StoredMeasureName[],
): Series[] {
  const indexes = measures.map((name) => storedMeasureNames.indexOf(name));
  const sums = indexes.map(() => new Float64Array(count));
  const weights = indexes.map(() => new Float64Array(count));
  const [ofSamples, ofRollUps] = [SAMPLE_LAYOUT, ROLL_UP_LAYOUT].map((layout) => placesIn(layout, indexes));
  for (const { startMs, resolution, untilMs, decode } of chunks) {
    const isSample = resolution === Resolution.SAMPLES;
    const { places, wanted } = (isSample ? ofSamples : ofRollUps) as Places;
    const columns = decode(wanted);
    const [times, counts] = columns;
    const unitMs = isSample ? 1 : MINUTE_MS;
    for (let row = 0; row < (times?.length ?? 0); row += 1) {
      const atMs = startMs + (times?.[row] as number) * unitMs;
      const minute = Math.floor((atMs - fromMs) / MINUTE_MS);
      if (minute < 0 || minute >= count || atMs >= untilMs) continue;
      const weight = isSample ? 1 : (counts?.[row] ?? 0);
      for (let measure = 0; measure < places.length; measure += 1) {
        const stored = columns[places[measure] as number]?.[row] ?? Number.NaN;
        if (Number.isNaN(stored)) continue;
        (sums[measure] as Float64Array)[minute] = ((sums[measure] as Float64Array)[minute] ?? 0) + stored * weight;
        (weights[measure] as Float64Array)[minute] = ((weights[measure] as Float64Array)[minute] ?? 0) + weight;
      }
    }
  }
  return indexes.map((index, measure) =>
    Array.from({ length: count }, (_, minute) => {
      const weight = weights[measure]?.[minute] ?? 0;
      return weight > 0 ? figureOfStored((sums[measure]?.[minute] ?? 0) / weight, index) : null;
    }),
  );
}

interface Places {
  /** Column of each measure's average. */
  readonly places: readonly number[];
  /** Those columns and the ones before the first measure: times, and in roll-ups the number of samples. */
  readonly wanted: readonly boolean[];
}

function placesIn(layout: typeof SAMPLE_LAYOUT | typeof ROLL_UP_LAYOUT, indexes: readonly number[]): Places {
  const places = indexes.map((index) => layout.first + (columnNumbers[index] as number) * layout.width + layout.middle);
  const length = Math.max(...places) + 1;
  return { places, wanted: Array.from({ length }, (_, column) => column < layout.first || places.includes(column)) };
}
