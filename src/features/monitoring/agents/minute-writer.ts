import { chunksOf } from '../../../platform/db/chunks-of.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { dialectOf } from '../../../platform/db/dialect.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import { unavailable } from '../../../platform/db/unavailable.js';
import { decodeColumns, encodeColumns } from '../history/chunk-codec.js';
import { ChunkTable, MINUTE_MS, mergedSamples } from '../history/chunk-table.js';
import { Resolution } from '../history/resolution.js';
import { columnsOfSamples, samplesOfColumns } from '../history/roll-up.js';
import type { StoredSample } from '../history/stored-sample.js';
import type { ProcessUse } from '../host/processes/process-times.js';
import { insertProcessMinutes } from '../processes/process-minutes.js';
import { givenRows } from './agent-table.js';
import { SAMPLES_OF_MINUTE_MAX } from './protocol/minute-data.js';

/** A finished minute as measured by an agent. */
export interface MeasuredMinute {
  readonly startMs: number;
  readonly samples: readonly StoredSample[];
  /** The processes that stood out; empty if they were not measured. */
  readonly processes: readonly ProcessUse[];
}

/** A finished minute of a host, in the service's time. */
export interface FinishedMinute extends MeasuredMinute {
  readonly number: number;
  /** SHA-256 of the token that the minute arrived with. */
  readonly tokenHash: string;
}

interface WaitingMinute {
  readonly number: number;
  readonly tokenHash: string;
  readonly startMinute: number;
  readonly data: string;
  readonly processes: readonly ProcessUse[];
  readonly settle: (isStored: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Maximum queue length: three minutes from each of a thousand agents. When it is full, agents have to send theirs
 * again.
 */
const WAITING_MAX = 3000;

/**
 * Stores the agents' minutes, each sample only once, since an agent that restarts within a minute sends that minute in
 * two parts. Minutes that arrive during a transaction are batched into the next one, because all agents send theirs at
 * the turn of the minute.
 */
export class MinuteWriter {
  #waiting: WaitingMinute[] = [];
  #isWriting = false;

  constructor(
    private readonly deps: {
      readonly em: UnitOfWork;
      /** Serializes writes to the host rows, because two at a time might deadlock. */
      readonly inTurn: <T>(job: () => Promise<T>) => Promise<T>;
    },
  ) {}

  /**
   * Resolves to true once the minute is committed, or to false if its token is no longer valid. If it throws, nothing
   * has been stored.
   *
   * @throws {RangeError} for values that no history can store, {Busy} if too many minutes are waiting, or the
   * database's error.
   */
  store({ number, tokenHash, startMs, samples, processes }: FinishedMinute): Promise<boolean> {
    if (this.#waiting.length >= WAITING_MAX) throw unavailable();
    const data = Buffer.from(encodeColumns(columnsOfSamples(startMs, samples))).toString('hex');
    return new Promise((settle, fail) => {
      this.#waiting.push({ number, tokenHash, startMinute: startMs / MINUTE_MS, data, processes, settle, fail });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  /** Never fails. */
  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const [some = []] = chunksOf(this.#waiting);
      this.#waiting = this.#waiting.slice(some.length);
      try {
        const counting = await this.deps.inTurn(() => this.#write(some));
        for (const minute of some) minute.settle(counting.get(minute.number) === minute.tokenHash);
      } catch (error) {
        for (const { fail } of some) fail(error);
      }
    }
    this.#isWriting = false;
  }

  /** @returns the valid token hash of each host by number; null for a retired host. */
  #write(minutes: readonly WaitingMinute[]): Promise<ReadonlyMap<number, string | null>> {
    const numbers = [...new Set(minutes.map(({ number }) => number))];
    return this.deps.em.fork().transactional(async (unit) => {
      const hosts = new Map((await lockHosts(unit, numbers)).map((row) => [row.number, row]));
      const counting = minutes.filter(({ number, tokenHash }) => hosts.get(number)?.token_hash === tokenHash);
      const inserted = await insertMinutes(unit, counting);
      const merged = await mergeMinutes(unit, withoutInserted(counting, inserted));
      await takeBackRollUps(unit, [...inserted, ...merged], hosts);
      await insertProcesses(unit, counting);
      return new Map([...hosts].map(([number, row]) => [number, row.token_hash]));
    });
  }
}

interface LockedHost {
  readonly number: number;
  /** Null if the host is retired. */
  readonly token_hash: string | null;
  readonly rolled_up_until: number;
}

/**
 * Locks the hosts' rows until the transaction ends, waiting for any roll-up in progress. On SQLite, a writing
 * transaction is exclusive from the start.
 */
function lockHosts(unit: UnitOfWork, numbers: readonly number[]): Promise<LockedHost[]> {
  const lock = dialectOf(unit) === 'sqlite' ? '' : 'for no key update';
  return queryRows<LockedHost>(
    unit,
    `select number, token_hash, rolled_up_until from hosts where number in (${numbers.map(() => '?').join()})
      order by number ${lock}`,
    numbers,
  );
}

interface StoredMinute {
  readonly number: number;
  readonly start_minute: number;
}

/** @returns the minutes that had not been stored before. */
async function insertMinutes(unit: UnitOfWork, minutes: readonly WaitingMinute[]): Promise<StoredMinute[]> {
  if (minutes.length === 0) return [];
  const bytes = dialectOf(unit) === 'sqlite' ? 'unhex(given.data)' : "decode(given.data, 'hex')";
  return queryRows<StoredMinute>(
    unit,
    `insert into host_chunks (host_number, resolution, start_minute, data)
      select given.number, ${Resolution.SAMPLES}, given.start_minute, ${bytes}
      from ${givenRows(unit, 'number int, start_minute int, data text')}
      where true on conflict do nothing returning host_number as number, start_minute`,
    [JSON.stringify(minutes.map(({ number, startMinute, data }) => ({ number, start_minute: startMinute, data })))],
  );
}

/** Returns the minutes that were already stored, and repetitions of a minute within the same statement. */
function withoutInserted(minutes: readonly WaitingMinute[], inserted: readonly StoredMinute[]): WaitingMinute[] {
  const fresh = new Set(inserted.map(({ number, start_minute }) => `${number} ${start_minute}`));
  return minutes.filter(({ number, startMinute }) => !fresh.delete(`${number} ${startMinute}`));
}

/** Adds samples to minutes that are already stored. @returns the minutes that have changed. */
async function mergeMinutes(unit: UnitOfWork, minutes: readonly WaitingMinute[]): Promise<StoredMinute[]> {
  const changed: StoredMinute[] = [];
  for (const { number, startMinute, data } of minutes) {
    const startMs = startMinute * MINUTE_MS;
    const chunks = new ChunkTable(unit, number);
    const stored = await chunks.readSamples(startMs);
    const all = mergedSamples(samplesOfColumns(startMs, decodeColumns(Buffer.from(data, 'hex'))), stored);
    if (all.length === stored.length || all.length > SAMPLES_OF_MINUTE_MAX) continue;
    await chunks.writeSamples(startMs, all);
    changed.push({ number, start_minute: startMinute });
  }
  return changed;
}

async function insertProcesses(unit: UnitOfWork, minutes: readonly WaitingMinute[]): Promise<void> {
  const measured = minutes.filter(({ processes }) => processes.length > 0);
  await insertProcessMinutes(
    unit,
    measured.map(({ number, startMinute, processes }) => ({ number, startMs: startMinute * MINUTE_MS, processes })),
  );
}

const MINUTES_OF_HOUR = 60;

/** Moves `rolled_up_until` back to the earliest hour that received a late minute, so that it is rolled up again. */
async function takeBackRollUps(
  unit: UnitOfWork,
  stored: readonly StoredMinute[],
  hosts: ReadonlyMap<number, LockedHost>,
): Promise<void> {
  const earliest = new Map<number, number>();
  for (const { number, start_minute } of stored) {
    const hour = start_minute - (start_minute % MINUTES_OF_HOUR);
    const before = earliest.get(number) ?? hosts.get(number)?.rolled_up_until ?? 0;
    if (hour < before) earliest.set(number, hour);
  }
  if (earliest.size === 0) return;
  await queryRows(
    unit,
    `update hosts set rolled_up_until = given.hour from ${givenRows(unit, 'number int, hour int')}
      where hosts.number = given.number`,
    [JSON.stringify([...earliest].map(([number, hour]) => ({ number, hour })))],
  );
}
