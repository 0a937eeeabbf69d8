import type { Options } from '@mikro-orm/sqlite';
import type { Logger } from '../../../shared/logger.js';
import { postgresqlMigrations } from '../migrations/postgresql/list.js';
import type { DriverOptions } from './postgresql-driver.js';

/**
 * Timeout for a locked row, a free connection or a new one, after which the response is 503. With the margins below, a
 * call ends within 6 s.
 */
const BUSY_TIMEOUT_MS = 4500;

/**
 * A reachable server cancels the statement itself; if even the cancellation goes unanswered, the connection is
 * abandoned.
 */
const STATEMENT_MARGIN_MS = 250;
const ANSWER_MARGIN_MS = 500;

/** Number of connections, and how many of them may write or be in a transaction at a time. */
const CONNECTIONS_MAX = 10;
const WRITERS_MAX = 6;

/** Time after which the server aborts the transaction of a silent process and releases its locks. */
const IDLE_TRANSACTION_MS = 10_000;

/** How long a migration waits for statements on the table it changes; a node's statements take 5 s at most. */
const MIGRATION_LOCK_MS = 30_000;

/** Lets the server detect within about 11 s that the other end of a connection is gone. */
export const KEEPALIVE = 'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3';

/**
 * Returns options for PostgreSQL at `url` (`postgresql://user:password@host:port/name`). Loads the driver lazily. See
 * decision 042.
 */
export function postgresqlOptions(
  url: string,
  { logger, busyTimeoutMs = BUSY_TIMEOUT_MS }: { readonly logger?: Logger; readonly busyTimeoutMs?: number },
): Promise<Options> {
  const timeouts = {
    lock_timeout: busyTimeoutMs,
    statement_timeout: busyTimeoutMs + STATEMENT_MARGIN_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  };
  const bounds = {
    connectionsMax: CONNECTIONS_MAX,
    writersMax: WRITERS_MAX,
    connectTimeoutMs: busyTimeoutMs,
    answerTimeoutMs: busyTimeoutMs + ANSWER_MARGIN_MS,
    sessionSettings: settingsOf(timeouts),
  };
  return optionsWith(url, { bounds, ...(logger && { logger }) });
}

/** Returns options for migrations, whose statements may run for as long as large tables require. */
export function migrationOptions(url: string): Promise<Options> {
  const bounds = {
    // One for the migration transaction, one for the migrator's own table.
    connectionsMax: 2,
    writersMax: 2,
    connectTimeoutMs: BUSY_TIMEOUT_MS,
    answerTimeoutMs: undefined,
    sessionSettings: settingsOf({
      lock_timeout: MIGRATION_LOCK_MS,
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 0,
    }),
  };
  return optionsWith(url, { bounds });
}

function settingsOf(timeoutsMs: Readonly<Record<string, number>>): string {
  const timeouts = Object.entries(timeoutsMs).map(([name, ms]) => `set ${name} = ${ms}`);
  return [...timeouts, KEEPALIVE].join('; ');
}

async function optionsWith(url: string, driverOptions: DriverOptions): Promise<Options> {
  const { Driver } = await import('./postgresql-driver.js');
  return {
    driver: Driver as never,
    clientUrl: url,
    driverOptions,
    migrations: { migrationsList: postgresqlMigrations, snapshot: false },
  };
}
