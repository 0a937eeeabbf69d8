import type { DriverException } from '@mikro-orm/core';
import { Busy } from '../../shared/errors/errors.js';

const RETRY_SECONDS = 5;

/** Codes of transient failures, in which the database is locked, full, unreadable or unreachable. */
const TRANSIENT_CODES =
  /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN)|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|08|25P03|53|55P03|57014|57P0)/;

/** Messages of PostgreSQL's driver that come without a code: no connection is free, none answers, or one breaks. */
const NO_CONNECTION =
  /^(timeout exceeded when trying to connect|Connection terminated|timeout expired|Client .* is not queryable)/;

/** Converts a transient database failure to 503 `busy`, and returns any other failure unchanged (contract 8). */
export function asUnavailable(error: DriverException): DriverException {
  const { code } = error as { code?: unknown };
  const isTransient = (typeof code === 'string' && TRANSIENT_CODES.test(code)) || NO_CONNECTION.test(error.message);
  if (!isTransient) return error;
  return unavailable(error) as Error as DriverException;
}

/**
 * Returns 503 `busy`. Without a cause nothing is logged, which suits failures that affect many calls and have already
 * been logged.
 */
export function unavailable(cause?: Error): Busy {
  return new Busy(RETRY_SECONDS, cause);
}

export function throwAsUnavailable(error: DriverException): never {
  throw asUnavailable(error);
}
