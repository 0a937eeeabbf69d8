import { once } from 'node:events';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg, { type PoolConfig } from 'pg';
import { Busy } from '../../../shared/errors/errors.js';
import type { Logger } from '../../../shared/logger.js';
import { BoundedClient, type ClientWatch } from './bounded-client.js';
import { Reachability } from './reachability.js';
import { Semaphore } from './semaphore.js';

/** How long connections may take to end in good order. */
const CLOSE_MS = 1000;

export interface PoolBounds {
  readonly connectionsMax: number;
  /** How long to wait for a free connection, and again for the server to accept a new one. */
  readonly connectTimeoutMs: number;
  /** How long a statement may wait for its answer before its connection is destroyed; undefined for ever. */
  readonly answerTimeoutMs: number | undefined;
  /** Statements that each new connection begins with. */
  readonly sessionSettings: string;
}

/**
 * The connections to PostgreSQL: pg's pool, with what it lacks against a server that falls silent. A broken connection
 * leaves the pool by itself, though its user may never give it back: after a failed `rollback` Kysely does not.
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
      // Not at the connection's start: PgBouncer refuses settings there.
      onConnect: (client) => client.query(sessionSettings) as never,
    });
    // A connection that breaks while nobody uses it is no fault: the pool has removed it.
    this.#pool.on('error', () => {});
    this.#slots = new Semaphore(max, connectTimeoutMs);
    this.options = this.#pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    // Otherwise the queue of pg's pool would open further connections in vain for all who wait in it.
    const free = await this.#slots.take();
    try {
      this.reachability.requireAnswers();
      return lend(await this.#pool.connect(), free) as PostgresPoolClient;
    } catch (error) {
      free();
      // What the server itself says is an answer: that it is starting, or has too many connections.
      if (!(error instanceof Busy || error instanceof pg.DatabaseError)) this.reachability.lost();
      throw error;
    }
  }

  /** Ends all connections: in good order if the server answers, else without it. */
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

/** Has the connection given back to the pool, and `free` called, once: by its user, or when it breaks. */
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
