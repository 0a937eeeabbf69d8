import type { DriverException } from '@mikro-orm/core';
import { Busy } from '../shared/errors.js';

const RETRY_SECONDS = 5;

/** Codes of failures that may pass: the database is locked, full, unreadable or unreachable. */
const TRANSIENT_CODES =
  /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN)|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|08|53|55P03|57P0)/;

/** The message of PostgreSQL's connection pool, which has no code, when no connection has become free in time. */
const POOL_EXHAUSTED = /^timeout exceeded when trying to connect/;

/** Converts a transient failure of the database to 503 `busy`, and returns any other as it is (contract 8). */
export function asUnavailable(error: DriverException): DriverException {
  const { code } = error as { code?: unknown };
  const isTransient = (typeof code === 'string' && TRANSIENT_CODES.test(code)) || POOL_EXHAUSTED.test(error.message);
  if (!isTransient) return error;
  return new Busy(RETRY_SECONDS, error) as Error as DriverException;
}
