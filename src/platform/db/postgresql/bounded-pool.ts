import { once } from 'node:events';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg, { type PoolConfig } from 'pg';
import { Busy } from '../../../shared/errors/errors.js';
import type { Logger } from '../../../shared/logger.js';
import { BoundedClient, type ClientWatch } from './bounded-client.js';
import { Reachability } from './reachability.js';
import { Semaphore } from './semaphore.js';

/** Time allowed for connections to close gracefully. */
const CLOSE_MS = 1000;

export interface PoolBounds {
  readonly connectionsMax: number;
  /** Timeout for getting a free connection, and again for the server to accept a new one. */
  readonly connectTimeoutMs: number;
  /** How long a statement may wait for an answer before its connection is destroyed; undefined for no limit. */
  readonly answerTimeoutMs: number | undefined;
  /** Statements run first on each new connection. */
  readonly sessionSettings: string;
}

/**
 * Pool of PostgreSQL connections: pg's pool, hardened against a server that falls silent. A broken connection leaves
 * the pool immediately because its user may never return it; Kysely doesn't after a failed `rollback`.
 */
export class BoundedPool implements PostgresPool {
  readonly options: object;
  readonly reachability: Reachability;
  readonly #pool: pg.Pool;
  readonly #slots: Semaphore;
  readonly #clients = new Set<BoundedClient>();

  constructor(config: PoolConfig, bounds: PoolBounds, logger: Logger | undefined) {
    const { connectionsMax: max, connectTimeoutMs, answerTimeoutMs, sessionSettings } = bounds;
    const watch: ClientWatch = {
      answerTimeoutMs,
      opened: (client) => this.#clients.add(client),
      closed: (client) => this.#clients.delete(client),
      answered: () => this.reachability.noteAnswer(),
      silent: () => this.reachability.lost(),
    };
    const clientConfig = { ...config, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true, watch };
    this.reachability = new Reachability({
      disconnect: () => this.#destroyAll(),
      probe: () => probe(new BoundedClient(clientConfig)),
      logger,
    });
    this.#pool = new pg.Pool({
      ...clientConfig,
      max,
      Client: BoundedClient as never,
      // Not in the startup packet because PgBouncer rejects settings there.
      onConnect: (client) => client.query(sessionSettings) as never,
    });
    // An idle connection that breaks is harmless because the pool has already removed it.
    this.#pool.on('error', () => {});
    this.#slots = new Semaphore(max, connectTimeoutMs);
    this.options = this.#pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    // Otherwise pg's pool would open more connections for all callers in its queue, although none can succeed.
    const free = await this.#slots.take();
    try {
      this.reachability.requireAnswers();
      return lend(await this.#pool.connect(), free) as PostgresPoolClient;
    } catch (error) {
      free();
      // An error from the server is still an answer, e.g. that it is starting or has too many connections.
      if (!(error instanceof Busy || error instanceof pg.DatabaseError)) this.reachability.lost();
      throw error;
    }
  }

  /** Closes all connections, gracefully if the server answers. */
  async end(): Promise<void> {
    this.reachability.close();
    const overdue = setTimeout(() => this.#destroyAll(), CLOSE_MS);
    await this.#pool.end();
    await Promise.all([...this.#clients].map((client) => once(client, 'end')));
    clearTimeout(overdue);
  }

  #destroyAll(): void {
    for (const client of this.#clients) client.destroy();
  }
}

/**
 * Lends a connection until its user releases it or it breaks. It is then returned to the pool and `free` is called,
 * exactly once.
 */
function lend(client: pg.PoolClient, free: () => void): pg.PoolClient {
  const giveBack = client.release.bind(client);
  const release = (error?: Error | boolean) => {
    client.off('end', broken);
    client.release = () => {};
    giveBack(error);
    free();
  };
  const broken = () => release(true);
  client.once('end', broken);
  client.release = release;
  return client;
}

async function probe(client: BoundedClient): Promise<void> {
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    client.destroy();
  }
}
