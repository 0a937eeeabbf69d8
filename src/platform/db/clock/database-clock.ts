import type { Logger } from '../../../shared/logger.js';
import { type Clock, type Stop, systemClock } from '../../../shared/time/clock.js';
import type { ClockReading, ClockReadings } from './clock-readings.js';

/** How often the database's clock is read (contract 13). */
const READ_EVERY_MS = 60_000;

/** A reading that takes longer is too inaccurate to replace an older one. */
const ROUND_TRIP_MAX_MS = 1000;

/** Beyond this, the database's clock has been set, or this machine stood still; below, one of them is inaccurate. */
const JUMP_MS = 1000;

/** From when on the machine's own clock counts as wrong. */
const OWN_CLOCK_OFF_MS = 5000;

interface DatabaseClockDeps {
  readonly readings: Pick<ClockReadings, 'best' | 'replaceSetBy' | 'noteSeen'>;
  /** Time that passes evenly, whatever the machine's clock is set to. */
  readonly elapsedMs: () => number;
  readonly logger: Logger;
}

/**
 * The database's clock, which is the same for all processes on it (contract 13): the time that has passed on this
 * machine, plus its distance from the database's clock, which is read at the start and every minute. What this machine's
 * own clock shows makes no difference. See decision 043.
 *
 * `now()` follows the database's clock wherever it is set. `steady()` does not: the process that notices first writes
 * down by how much the clock was set, and all processes subtract that.
 */
export class DatabaseClock implements Clock {
  readonly every = systemClock.every;
  readonly after = systemClock.after;
  readonly wait = systemClock.wait;
  /** The last reading that counted; undefined before the first. */
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

  /** Reads the database's clock, now and every minute. @throws when the database does not answer now. */
  async start(): Promise<Stop> {
    await this.read();
    const { logger } = this.deps;
    return this.every(READ_EVERY_MS, () => {
      this.read().catch((error: unknown) => logger.log('debug', "The database's clock could not be read", { error }));
    });
  }

  /** Reads the database's clock. If that takes too long or fails, the time goes on by the last reading. */
  async read(): Promise<void> {
    const { readings } = this.deps;
    const found = await readings.best();
    const last = this.#last;
    if (last && found.roundTripMs > ROUND_TRIP_MAX_MS) return;
    const setByMs = last ? this.#setByAfter(found, last) : setByAtStart(found);
    if (setByMs !== found.setByMs) {
      // Another process was quicker: what it has written counts.
      if (!(await readings.replaceSetBy(found, setByMs))) return this.read();
      const seconds = Math.round((setByMs - found.setByMs) / 1000);
      this.deps.logger.log('warn', "The database's clock was set: locks and mails wait as if it had not been", {
        seconds,
      });
    }
    this.#last = { ...found, setByMs };
    this.#checkOwnClock();
    // Not at the start: others conclude from it that this process has seen the time before pass.
    if (last) await readings.noteSeen(found.databaseMs - setByMs);
  }

  /** What the database's clock has been set by altogether, as this process sees it. */
  #setByAfter(found: ClockReading, last: ClockReading): number {
    if (found.setByMs !== last.setByMs) return found.setByMs;
    const expectedMs = last.databaseMs - last.setByMs + found.atMs - last.atMs;
    const jumpMs = found.databaseMs - found.setByMs - expectedMs;
    const inaccuracyMs = (found.roundTripMs + last.roundTripMs) / 2;
    if (Math.abs(jumpMs) <= JUMP_MS + inaccuracyMs) return found.setByMs;
    // Another process has seen the time pass that is missing here, so this machine stood still.
    if (jumpMs > 0 && found.seenUntilMs > expectedMs + JUMP_MS) return found.setByMs;
    return found.setByMs + Math.round(jumpMs);
  }

  #checkOwnClock(): void {
    const offMs = systemClock.now().getTime() - this.now().getTime();
    if (this.#ownClockIsOff || Math.abs(offMs) <= OWN_CLOCK_OFF_MS) return;
    this.#ownClockIsOff = true;
    const seconds = Math.round(offMs / 1000);
    this.deps.logger.log('warn', "The clock of this machine is off: the database's clock is used", { seconds });
  }

  get #reading(): ClockReading {
    if (!this.#last) throw new Error("The database's clock has not been read");
    return this.#last;
  }
}

/**
 * If the database's clock was set back while no process ran, steady time goes on from the last one that may have been
 * used: nothing that is stored may be in the future.
 */
function setByAtStart({ databaseMs, setByMs, seenUntilMs }: ClockReading): number {
  if (databaseMs - setByMs >= seenUntilMs - JUMP_MS) return setByMs;
  return Math.round(databaseMs - seenUntilMs - READ_EVERY_MS);
}
