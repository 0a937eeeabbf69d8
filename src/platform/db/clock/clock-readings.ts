import type { UnitOfWork } from '../database.js';
import { queryRows } from '../query-rows.js';

/**
 * A reading of the database's clock, with the state that the nodes have agreed on. Times are in milliseconds since
 * 1970.
 */
export interface ClockReading {
  /** The machine's elapsed time at the reading, accurate to half of {@link roundTripMs}. */
  readonly atMs: number;
  readonly roundTripMs: number;
  readonly databaseMs: number;
  /** Total by which the database's clock was set while nodes were running. Steady time excludes it. */
  readonly setByMs: number;
  /** Latest steady time at which any node is known to have been running. */
  readonly seenUntilMs: number;
}

/** Readings per measurement, of which the quickest is the most accurate. */
const READINGS = 5;

/** Accesses the row of `shared_clock` and PostgreSQL's clock. */
export class ClockReadings {
  constructor(
    private readonly em: UnitOfWork,
    private readonly elapsedMs: () => number,
  ) {}

  /** Reads the clock several times and returns the quickest reading. @throws when the database does not answer. */
  async best(): Promise<ClockReading> {
    let best = await this.#read();
    for (let count = 1; count < READINGS; count += 1) {
      const reading = await this.#read();
      if (reading.roundTripMs < best.roundTripMs) best = reading;
    }
    return best;
  }

  /**
   * Replaces the total by which the clock was set. @returns false if another node has changed the total since the
   * reading.
   */
  async replaceSetBy({ setByMs }: ClockReading, newSetByMs: number): Promise<boolean> {
    const sql = 'update shared_clock set set_by_ms = ? where set_by_ms = ? returning id';
    return (await queryRows(this.em.fork(), sql, [newSetByMs, setByMs])).length === 1;
  }

  /** Records that a node was running until a steady time. */
  async noteSeen(steadyMs: number): Promise<void> {
    await queryRows(this.em.fork(), 'update shared_clock set seen_until_ms = ?', [steadyMs]);
  }

  async #read(): Promise<ClockReading> {
    const beganMs = this.elapsedMs();
    const [row] = (await queryRows(this.em.fork(), READ)) as [Row];
    const roundTripMs = this.elapsedMs() - beganMs;
    return {
      atMs: beganMs + roundTripMs / 2,
      roundTripMs,
      databaseMs: row.database_ms,
      setByMs: row.set_by_ms,
      seenUntilMs: row.seen_until_ms,
    };
  }
}

/** Not `now()`, which returns the start of the transaction. */
const READ = `select extract(epoch from clock_timestamp())::double precision * 1000 as database_ms,
  set_by_ms, seen_until_ms from shared_clock`;

type Row = Readonly<Record<'database_ms' | 'set_by_ms' | 'seen_until_ms', number>>;
