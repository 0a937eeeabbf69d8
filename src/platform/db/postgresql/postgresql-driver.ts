import type { Configuration, DriverException, Transaction } from '@mikro-orm/core';
import { PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { PostgresDialect } from 'kysely';
import { Busy } from '../../../shared/errors/errors.js';
import type { Logger } from '../../../shared/logger.js';
import { throwAsUnavailable } from '../unavailable.js';
import { BoundedPool, type PoolBounds } from './bounded-pool.js';
import type { Reachability } from './reachability.js';
import { Semaphore } from './semaphore.js';

export interface DriverBounds extends PoolBounds {
  /**
   * Maximum number of concurrent writers, which leaves the remaining connections for reading while writers wait for a
   * locked row.
   */
  readonly writersMax: number;
}

/** Contents of MikroORM's `driverOptions` for {@link Driver}. */
export interface DriverOptions {
  readonly bounds: DriverBounds;
  /** Logs when the server falls silent and when it answers again. */
  readonly logger?: Logger;
}

type Connect = PostgreSqlConnection;
type Rows = Awaited<ReturnType<Connect['execute']>>;

/** MikroORM's connection on our own pool. Converts errors of statements, but not those of `begin` and `commit`. */
export class Connection extends PostgreSqlConnection {
  readonly #writers: Semaphore;
  readonly #ends = new WeakMap<object, () => void>();
  #pool: BoundedPool | undefined;

  constructor(...args: ConstructorParameters<typeof PostgreSqlConnection>) {
    super(...args);
    const { bounds } = this.#driverOptions();
    this.#writers = new Semaphore(bounds.writersMax, bounds.connectTimeoutMs);
  }

  /** PostgreSQL's reachability; undefined before the first connection. */
  get reachability(): Reachability | undefined {
    return this.#pool?.reachability;
  }

  override createKyselyDialect(): PostgresDialect {
    const { bounds, logger } = this.#driverOptions();
    // MikroORM takes host, port, user, password and database from the URL, but not the TLS parameters.
    const options = this.mapOptions({}) as { readonly database: string };
    const url = new URL(this.config.get('clientUrl') as string);
    url.pathname = `/${encodeURIComponent(options.database)}`;
    this.#pool = new BoundedPool({ ...options, connectionString: url.href }, bounds, logger);
    return new PostgresDialect({ pool: this.#pool });
  }

  override async begin(...args: Parameters<Connect['begin']>): Promise<Transaction> {
    if (args[0]?.ctx) return super.begin(...args).catch(throwAsUnavailable);
    const end = await this.#writers.take().catch(throwAsUnavailable);
    try {
      const transaction = await super.begin(...args);
      this.#ends.set(transaction, end);
      return transaction;
    } catch (error) {
      end();
      return throwAsUnavailable(error as DriverException);
    }
  }

  override async commit(...args: Parameters<Connect['commit']>): Promise<void> {
    await super.commit(...args).catch(throwAsUnavailable);
    this.#ends.get(args[0])?.();
  }

  override async rollback(...args: Parameters<Connect['rollback']>): Promise<void> {
    await super.rollback(...args).finally(this.#ends.get(args[0]));
  }

  /** Counts a write outside a transaction as a transaction, since it may wait for a row too. */
  override async execute<T extends Rows>(...args: Parameters<Connect['execute']>): Promise<T> {
    const [query, , , transaction] = args;
    const writesAlone = !transaction && typeof query === 'string' && !/^\s*select\b/i.test(query);
    const end = writesAlone ? await this.#writers.take().catch(throwAsUnavailable) : undefined;
    // The driver converts errors too, but not those of a query builder's statements.
    return super
      .execute<T>(...args)
      .catch(throwAsUnavailable)
      .finally(end);
  }

  #driverOptions(): DriverOptions {
    return this.config.get('driverOptions') as unknown as DriverOptions;
  }
}

/** MikroORM driver that passes on errors that have already been converted to 503. */
export class Driver extends PostgreSqlDriver {
  protected override readonly connection: Connection = new Connection(this.config as Configuration);

  override convertException(error: Error): DriverException {
    return error instanceof Busy ? (error as Error as DriverException) : super.convertException(error);
  }
}
