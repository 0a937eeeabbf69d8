import type { Logger } from '../../../shared/logger.js';
import { type Clock, type Stop, systemClock } from '../../../shared/time/clock.js';
import type { ClockReading, ClockReadings } from './clock-readings.js';

/** Interval between readings of the database's clock (contract 13). */
const READ_EVERY_MS = 60_000;

/** A reading that took longer is too inaccurate to replace an older one. */
const ROUND_TRIP_MAX_MS = 1000;

/**
 * A larger jump means that the database's clock was set or this machine was suspended; a smaller one is measurement
 * error.
 */
const JUMP_MS = 1000;

/** Offset at which the machine's own clock is reported as wrong. */
const OWN_CLOCK_OFF_MS = 5000;

interface DatabaseClockDeps {
  readonly readings: Pick<ClockReadings, 'best' | 'replaceSetBy' | 'noteSeen'>;
  /** Monotonic time, unaffected by changes to the machine's clock. */
  readonly elapsedMs: () => number;
  readonly logger: Logger;
}

/**
 * The database's clock, used by all processes on the database (contract 13): this machine's elapsed time plus its
 * offset from the database's clock, which is read at startup and every minute. The machine's own wall clock does not
 * matter. See decision 043.
 *
 * `now()` follows the database's clock even when it is set. `steady()` does not: the first process to notice records by
 * how much the clock was set, and all processes subtract that.
 */
export class DatabaseClock implements Clock {
  readonly every = systemClock.every;
  readonly after = systemClock.after;
  readonly wait = systemClock.wait;
  /** The last accepted reading; undefined until the first. */
  #last: ClockReading | undefined;
  #ownClockIsOff = false;

  constructor(private readonly deps: DatabaseClockDeps) {}

  now(): Date {
    const { databaseMs, atMs } = this.#reading;
    return new Date(this.deps.elapsedMs() - atMs + databaseMs);
  }

  steady(): Date {
    return new Date(this.now().getTime() - this.#reading.setByMs);
  }

  /**
   * Reads the database's clock immediately and then every minute. @throws when the database does not answer the first
   * time.
   */
  async start(): Promise<Stop> {
    await this.read();
    const { logger } = this.deps;
    return this.every(READ_EVERY_MS, () => {
      this.read().catch((error: unknown) => logger.log('debug', "The database's clock could not be read", { error }));
    });
  }

  /** Reads the database's clock. If that fails or takes too long, the clock continues from the last reading. */
  async read(): Promise<void> {
    const { readings } = this.deps;
    const found = await readings.best();
    const last = this.#last;
    if (last && found.roundTripMs > ROUND_TRIP_MAX_MS) return;
    const setByMs = last ? this.#setByAfter(found, last) : setByAtStart(found);
    if (setByMs !== found.setByMs) {
      // Another process was quicker, so its value counts.
      if (!(await readings.replaceSetBy(found, setByMs))) return this.read();
      const seconds = Math.round((setByMs - found.setByMs) / 1000);
      this.deps.logger.log('warn', "The database's clock was set: locks and mails are unaffected", {
        seconds,
      });
    }
    this.#last = { ...found, setByMs };
    this.#checkOwnClock();
    // Not at startup, since other processes take this value as proof that this process saw the time before it pass.
    if (last) await readings.noteSeen(found.databaseMs - setByMs);
  }

  /** Returns the total by which the database's clock has been set, as observed by this process. */
  #setByAfter(found: ClockReading, last: ClockReading): number {
    if (found.setByMs !== last.setByMs) return found.setByMs;
    const expectedMs = last.databaseMs - last.setByMs + found.atMs - last.atMs;
    const jumpMs = found.databaseMs - found.setByMs - expectedMs;
    const inaccuracyMs = (found.roundTripMs + last.roundTripMs) / 2;
    if (Math.abs(jumpMs) <= JUMP_MS + inaccuracyMs) return found.setByMs;
    // Another process has seen the missing time pass, so this machine was suspended.
    if (jumpMs > 0 && found.seenUntilMs > expectedMs + JUMP_MS) return found.setByMs;
    return found.setByMs + Math.round(jumpMs);
  }

  #checkOwnClock(): void {
    const offMs = systemClock.now().getTime() - this.now().getTime();
    if (this.#ownClockIsOff || Math.abs(offMs) <= OWN_CLOCK_OFF_MS) return;
    this.#ownClockIsOff = true;
    const seconds = Math.round(offMs / 1000);
    this.deps.logger.log('warn', "The clock of this machine is wrong: the database's clock is used", { seconds });
  }

  get #reading(): ClockReading {
    if (!this.#last) throw new Error("The database's clock has not been read");
    return this.#last;
  }
}

/**
 * Returns the total at startup. If the database's clock was set back while no process was running, steady time
 * continues from the last value that may have been used, since no stored time may lie in the future.
 */
function setByAtStart({ databaseMs, setByMs, seenUntilMs }: ClockReading): number {
  if (databaseMs - setByMs >= seenUntilMs - JUMP_MS) return setByMs;
  return Math.round(databaseMs - seenUntilMs - READ_EVERY_MS);
}
