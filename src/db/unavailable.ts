import type { DriverException } from '@mikro-orm/core';
import { Busy } from '../shared/errors.js';

const RETRY_SECONDS = 5;

/** Codes that say that the database cannot do it now: locked, full, unreadable, unreachable. */
const PASSING = /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN)|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|08|53|55P03|57P0)/;

/** What the driver of PostgreSQL says, without a code, when no connection becomes free, none is answered, or one breaks. */
const NO_CONNECTION = /^(timeout exceeded when trying to connect|Connection terminated|Client .* is not queryable)/;

/** What a failure of the database means to a caller: 503 `busy` when it may pass, else what it was (contract 8). */
export function asUnavailable(error: DriverException): DriverException {
  const { code } = error as { code?: unknown };
  const passes = (typeof code === 'string' && PASSING.test(code)) || NO_CONNECTION.test(error.message);
  if (!passes) return error;
  return new Busy(RETRY_SECONDS, error) as Error as DriverException;
}

/** Throws what {@link asUnavailable} makes of a failure. */
export function throwAsUnavailable(error: DriverException): never {
  throw asUnavailable(error);
}
