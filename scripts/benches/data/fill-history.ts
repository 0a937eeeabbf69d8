import SqliteDatabase from 'better-sqlite3';
import { encodeColumns } from '../../../src/features/monitoring/history/chunk-codec.ts';
import { type StoredMeasureName, storedMeasureNames, storedMeasures } from '../../../src/features/monitoring/measures.ts';

const SAMPLE_SECONDS = 5;
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** Length of the history at each resolution, in days. */
export interface FilledDays {
  readonly samples: number;
  readonly minutes: number;
  readonly hours: number;
}

/**
 * Writes a history, ending now, into a migrated SQLite database as the service would have written it: a machine that is
 * busy by day, with bursts, and whose disk fills slowly.
 */
export function fillHistory(file: string, days: FilledDays): void {
  fillChunks(file, days);
  const database = new SqliteDatabase(file);
  database
    .prepare(
      `insert into hosts (number, id, name, first_seen_at, last_seen_at, samples_days, minutes_days, hours_days,
        interval_ms, rolled_up_until) values (1, 'host-0', 'host 0', 0, 0, 30, 90, 730, 5000, ?)
        on conflict (number) do update set rolled_up_until = excluded.rolled_up_until`,
    )
    .run(Math.floor(Date.now() / 1000 / MINUTE));
  database.close();
}

/** Writes the same history into a file that has only the table of chunks. */
export function fillChunks(file: string, days: FilledDays): void {
  const database = new SqliteDatabase(file);
  const insert = database.prepare(
    'insert or replace into host_chunks (host_number, resolution, start_minute, data) values (1, ?, ?, ?)',
  );
  const write = (resolution: number, start: number, columns: readonly (readonly number[])[]) =>
    insert.run(
      resolution,
      start / MINUTE,
      Buffer.from(encodeColumns(columns.map((column) => Float64Array.from(column)))),
    );
  const now = Math.floor(Date.now() / 1000);
  database.transaction(() => {
    for (let minute = floorTo(now - days.samples * DAY, MINUTE); minute < now; minute += MINUTE) {
      const seconds = steps(minute, SAMPLE_SECONDS, MINUTE, now);
      const figures = seconds.map(figuresAt);
      write(0, minute, [seconds.map((second) => (second - minute) * 1000 + jitter(second)), ...byMeasure(figures)]);
    }
    writeRollUps(1, days.minutes, HOUR, MINUTE);
    writeRollUps(2, days.hours, DAY, HOUR);
  })();
  database.close();

  function writeRollUps(resolution: number, daysBack: number, chunk: number, step: number): void {
    for (let start = floorTo(now - daysBack * DAY, chunk); start < now; start += chunk) {
      const rows = steps(start, step, chunk, now).map((second) => rollUp(second, step));
      const columns = Array.from({ length: 2 + 3 * inColumnOrder.length }, (_, column) =>
        rows.map((row) => row[column] ?? 0),
      );
      write(resolution, start, [rows.map((_, index) => index), ...columns.slice(1)]);
    }
  }
}

function steps(start: number, step: number, length: number, end: number): number[] {
  const count = Math.min(length / step, Math.ceil((end - start) / step));
  return Array.from({ length: count }, (_, index) => start + index * step);
}

/**
 * Returns index and count, then minimum, average and maximum of each measure, computed from a few times within the
 * range.
 */
function rollUp(second: number, step: number): number[] {
  const figures = Array.from({ length: 12 }, (_, part) => figuresAt(second + Math.floor((part * step) / 12)));
  const summaries = byMeasure(figures).flatMap((values) => [
    Math.min(...values),
    Math.round(values.reduce((sum, value) => sum + value, 0) / values.length),
    Math.max(...values),
  ]);
  return [0, step / SAMPLE_SECONDS, ...summaries];
}

function byMeasure(figures: readonly Figures[]): number[][] {
  return inColumnOrder.map((name) => figures.map((row) => Math.round(row[name])));
}

const inColumnOrder = storedMeasureNames.toSorted((a, b) => storedMeasures[a].column - storedMeasures[b].column);

type Figures = Readonly<Record<StoredMeasureName, number>>;

/** Returns the values at a time as stored; deterministic for a given time. */
export function figuresAt(second: number): Figures {
  const day = Math.max(0, Math.sin(((second % DAY) / DAY) * 2 * Math.PI - 1.4));
  const slow = noise(Math.floor(second / 300), 1);
  const fast = noise(second, 2);
  const burst = noise(Math.floor(second / 1800), 3) > 0.93 ? 1 : 0;
  const cpu = Math.min(1000, 30 + 250 * day + 120 * slow * slow + 60 * fast + 550 * burst * (0.7 + 0.3 * fast));
  const ram = 320 + 120 * day + 60 * noise(Math.floor(second / 3600), 4) + 3 * fast;
  const load = cpu / 4 + 20 * noise(Math.floor(second / 15), 5);
  const disk = 600 + ((second / DAY) % 400) / 2;
  const traffic = (seed: number, most: number) =>
    most * noise(second, seed) ** 6 * (0.2 + day + burst) + 300 * noise(second, seed + 1);
  return {
    ...likeAnyOther(slow, fast),
    cpuPercent: cpu,
    cpuTemperatureCelsius: 2730 + 380 + cpu / 3 + 20 * slow,
    ramPercent: ram,
    swapPercent: 40 + 10 * slow,
    loadAverage: load,
    diskPercent: disk,
    networkReceived: traffic(6, 4e6),
    networkSent: traffic(8, 6e5),
    diskRead: traffic(10, 2e7),
    diskWritten: traffic(12, 8e6),
    fullestDiskPercent: disk + 100,
    loadAverage5: cpu / 4 + 10 * noise(Math.floor(second / 60), 5),
    loadAverage15: cpu / 4 + 5 * noise(Math.floor(second / 180), 5),
  };
}

/** Returns a default for every measure, valid in all units, for those without a pattern of their own. */
function likeAnyOther(slow: number, fast: number): Figures {
  return Object.fromEntries(storedMeasureNames.map((name) => [name, 200 + 100 * slow + 60 * fast])) as Figures;
}

/** Returns pseudo-random noise from 0 to 1, without a visible pattern. */
function noise(time: number, seed: number): number {
  const value = Math.sin(time * 12.9898 + seed * 78.233) * 43_758.5453;
  return value - Math.floor(value);
}

/** Returns how late a timer fires, which is a few milliseconds. */
function jitter(second: number): number {
  return Math.floor(3 * noise(second, 20));
}

function floorTo(second: number, step: number): number {
  return Math.floor(second / step) * step;
}
