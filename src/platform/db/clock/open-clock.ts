import type { Logger } from '../../../shared/logger.js';
import { type Clock, elapsedMs, type Stop, systemClock } from '../../../shared/time/clock.js';
import type { Database } from '../database.js';
import { dialectOf } from '../dialect.js';
import { ClockReadings } from './clock-readings.js';
import { DatabaseClock } from './database-clock.js';

/** A clock, with a function that stops its readings before the database is closed. */
export interface OpenClock {
  readonly clock: Clock;
  readonly stop: Stop;
}

/**
 * Opens the clock for stored times: on PostgreSQL the database's own, used by all processes; on SQLite this machine's.
 *
 * @throws when the database does not answer.
 */
export async function openClock({ em }: Database, logger: Logger): Promise<OpenClock> {
  if (dialectOf(em) === 'sqlite') return { clock: systemClock, stop: () => {} };
  const clock = new DatabaseClock({ readings: new ClockReadings(em, elapsedMs), elapsedMs, logger });
  return { clock, stop: await clock.start() };
}
