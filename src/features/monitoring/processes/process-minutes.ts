import type { UnitOfWork } from '../../../platform/db/database.js';
import { deleteInSlices } from '../../../platform/db/delete-in-slices.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import { cutToBytes } from '../../../shared/text/cut-text.js';
import { visible } from '../../../shared/text/visible-text.js';
import type { Clock } from '../../../shared/time/clock.js';
import { MINUTE_MS } from '../history/chunk-table.js';
import type { ProcessUse } from '../host/processes/process-times.js';

const PROCESS_DAYS = 7;

const DAY_MS = 86_400_000;

/** Longer names are cut so that a week of them never takes more than 5 MB (decision 015). */
const NAME_MAX_BYTES = 24;

/** Maximum number of minutes returned; those with the highest usage are preferred. */
const PEAKS_MAX = 60;

/** Older minutes say nothing about the present. */
const NEWEST_MINUTES = 3;

export interface RememberedMinute {
  readonly startMs: number;
  readonly processes: readonly ProcessUse[];
}

export interface ProcessesOfHost extends RememberedMinute {
  /** `hosts.number`. */
  readonly number: number;
}

interface ProcessMinutesDeps {
  readonly em: UnitOfWork;
  readonly clock: Pick<Clock, 'now' | 'wait'>;
  /** Number of the default host; undefined until there is one. */
  readonly shownHost: () => number | undefined;
}

/** A stored process: name, processor usage in tenths of a percent, memory in KiB. */
type StoredProcess = readonly [name: string, cpu: number, ram: number];

interface Row {
  readonly start_minute: number;
  readonly processes: string;
}

/** The processes of the last week on all machines, one row per minute. */
export class ProcessMinutes {
  constructor(private readonly deps: ProcessMinutesDeps) {}

  /** Stores a minute of a machine, unless another of its nodes has already done so. */
  async add(number: number, minute: RememberedMinute): Promise<void> {
    await insertProcessMinutes(this.deps.em.fork(), [{ ...minute, number }]);
  }

  /**
   * Returns a host's busiest minutes that begin in [`fromMs`, `toMs`), in chronological order. The default is the host
   * that is shown.
   */
  async peaks(fromMs: number, toMs: number, host = this.deps.shownHost() ?? 0): Promise<RememberedMinute[]> {
    const rows = await this.#query<Row>(
      `select start_minute, processes from process_minutes
        where host_number = ? and start_minute >= ? and start_minute < ? order by busy desc, start_minute limit ?`,
      [host, ...[fromMs, toMs].map(minuteFrom), PEAKS_MAX],
    );
    return rows.sort((a, b) => a.start_minute - b.start_minute).map(minuteOf);
  }

  /**
   * Returns a host's last stored minute, or undefined if the last few minutes are unknown. The default is the host that
   * is shown.
   */
  async newest(host = this.deps.shownHost() ?? 0): Promise<RememberedMinute | undefined> {
    const sinceMs = this.deps.clock.now().getTime() - NEWEST_MINUTES * MINUTE_MS;
    const [row] = await this.#query<Row>(
      `select start_minute, processes from process_minutes
        where host_number = ? and start_minute >= ? order by start_minute desc limit 1`,
      [host, minuteFrom(sinceMs)],
    );
    return row && minuteOf(row);
  }

  /** Deletes minutes older than a week on all machines, in batches. */
  async prune(): Promise<void> {
    const before = minuteFrom(this.deps.clock.now().getTime() - PROCESS_DAYS * DAY_MS);
    for (const { host_number } of await this.#query<{ host_number: number }>(HOST_NUMBERS, [])) {
      const where = 'host_number = ? and start_minute < ?';
      await deleteInSlices(this.deps, { table: 'process_minutes', where, values: [host_number, before] });
    }
  }

  #query<Found>(sql: string, values: readonly unknown[]): Promise<Found[]> {
    return queryRows(this.deps.em.fork(), sql, values);
  }
}

/**
 * The hosts that have minutes, each found by a step in the index: `distinct` would read all minutes, millions with a
 * thousand agents.
 */
const HOST_NUMBERS = `with recursive found (host_number) as (
    select min(host_number) from process_minutes
    union all
    select (select min(host_number) from process_minutes where host_number > found.host_number)
      from found where found.host_number is not null
  ) select host_number from found where host_number is not null`;

/** Stores minutes of hosts, except those that are stored already. */
export async function insertProcessMinutes(unit: UnitOfWork, minutes: readonly ProcessesOfHost[]): Promise<void> {
  if (minutes.length === 0) return;
  await queryRows(
    unit,
    `insert into process_minutes (host_number, start_minute, busy, processes)
      values ${minutes.map(() => '(?, ?, ?, ?)').join()} on conflict (host_number, start_minute) do nothing`,
    minutes.flatMap(({ number, startMs, processes }) => {
      const stored = processes.map(storedProcess);
      const busy = stored.reduce((sum, [, cpu]) => sum + cpu, 0);
      return [number, startMs / MINUTE_MS, busy, JSON.stringify(stored)];
    }),
  );
}

function storedProcess({ name, cpuPercent, ramBytes }: ProcessUse): StoredProcess {
  return [cutToBytes(visible(name), NAME_MAX_BYTES), Math.round(cpuPercent * 10), Math.round(ramBytes / 1024)];
}

function minuteOf({ start_minute, processes }: Row): RememberedMinute {
  return {
    startMs: start_minute * MINUTE_MS,
    processes: (JSON.parse(processes) as StoredProcess[]).map(([name, cpu, ram]) => ({
      name,
      cpuPercent: cpu / 10,
      ramBytes: ram * 1024,
    })),
  };
}

/** Returns the first minute that begins at or after a given time, clamped to the column's range. */
function minuteFrom(ms: number): number {
  return Math.min(2 ** 31 - 1, Math.max(0, Math.ceil(ms / MINUTE_MS)));
}
