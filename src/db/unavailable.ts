import type { DriverException } from '@mikro-orm/core';
import { Busy } from '../shared/errors.js';

const RETRY_SECONDS = 5;

/** Codes that say that the database cannot do it now: locked, full, unreadable, unreachable. */
const TRANSIENT_CODES =
  /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN)|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|08|53|55P03|57P0)/;

/** What the pool of connections to PostgreSQL says, without a code, when none has become free. */
const POOL_EXHAUSTED = /^timeout exceeded when trying to connect/;

/** What a failure of the database means to a caller: 503 `busy` when it may pass, else what it was (contract 8). */
export function asUnavailable(error: DriverException): DriverException {
  const { code } = error as { code?: unknown };
  const isTransient = (typeof code === 'string' && TRANSIENT_CODES.test(code)) || POOL_EXHAUSTED.test(error.message);
  if (!isTransient) return error;
  return new Busy(RETRY_SECONDS, error) as Error as DriverException;
}
