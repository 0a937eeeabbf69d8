import { SettingsError } from '../../settings/settings.js';
import { unlessRunning } from '../../shared/concurrency/unless-running.js';
import type { Logger } from '../../shared/logger.js';
import type { Clock, Stop } from '../../shared/time/clock.js';
import { vigiaVersion } from '../../shared/vigia-version.js';
import type { UnitOfWork } from '../db/database.js';
import { dialectOf } from '../db/dialect.js';
import { lockWithin } from '../db/lock-within.js';
import { queryRows } from '../db/query-rows.js';
import { keyFingerprint } from './key-fingerprint.js';
import { GONE_AFTER_SECONDS, IS_LIVE, type KnownNode, knownNodes } from './known-nodes.js';

const BEAT_MS = 10_000;

/** How long a gone node stays listed, unless another has started at its address. */
const FORGOTTEN_AFTER = '1 day';

interface NodeRegistryDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Identifies this process; regenerated at each start. */
  readonly nodeId: string;
  /** Machine name and listening address, for display. */
  readonly address: string;
  readonly secretKey: string;
  /** The node's own health report, as JSON. */
  readonly health: () => string;
}

/**
 * Keeps this process in the table of those that serve its database (contract 13). SQLite has only one process and no
 * such table. All times are the database's, so no node's own clock decides which nodes are live.
 */
export class NodeRegistry {
  /** `hosts.number` of the machine that this process measures; null until known. Written with the next beat. */
  hostNumber: number | null = null;

  readonly #isShared: boolean;
  readonly #address: string;
  readonly #fingerprint: string;
  #startedAt: Date | undefined;
  #isFailing = false;
  #hasLeft = false;

  constructor(private readonly deps: NodeRegistryDeps) {
    this.#isShared = dialectOf(deps.em) === 'postgresql';
    this.#address = deps.address.slice(0, 255);
    this.#fingerprint = keyFingerprint(deps.secretKey);
  }

  get ownId(): string {
    return this.deps.nodeId;
  }

  /** @throws {SettingsError} if a live node has a different `SECRET_KEY`. */
  async register(): Promise<void> {
    if (this.#isShared) await this.#insert(null);
    else this.#startedAt = this.deps.clock.now();
  }

  start(): Stop {
    if (!this.#isShared) return () => {};
    const beat = unlessRunning(
      () => this.beat(),
      (error) => this.#noteFailure(error),
    );
    beat();
    return this.deps.clock.every(BEAT_MS, beat);
  }

  /** Sends a sign of life, and removes nodes that have been gone for a day. */
  async beat(): Promise<void> {
    const health = this.deps.health();
    if (!(await this.#update(health)) && !this.#hasLeft) await this.#insert(health);
    await this.#query(`delete from nodes where beat_at < clock_timestamp() - interval '${FORGOTTEN_AFTER}'`);
    if (this.#isFailing) this.deps.logger.log('info', 'This node sends heartbeats again');
    this.#isFailing = false;
  }

  async leave(): Promise<void> {
    this.#hasLeft = true;
    if (this.#isShared) await this.#query('delete from nodes where id = ?', [this.deps.nodeId]);
  }

  /** Returns all processes that serve the database, or did recently. */
  async list(): Promise<readonly KnownNode[]> {
    if (this.#isShared) return knownNodes(this.deps.em);
    const now = this.deps.clock.now();
    const startedAt = this.#startedAt ?? now;
    const own = { id: this.deps.nodeId, version: vigiaVersion, address: this.#address };
    return [{ ...own, isLive: true, startedAt, beatAt: now, health: null }];
  }

  /**
   * @returns false if this node's row is missing or counts as gone, since its key may by now differ from the others'.
   */
  async #update(health: string): Promise<boolean> {
    const rows = await this.#query(
      `update nodes set beat_at = clock_timestamp(), health = ?, host_number = ? where id = ? and ${IS_LIVE} returning id`,
      [health, this.hostNumber, this.deps.nodeId],
    );
    return rows.length > 0;
  }

  /** Checks the other nodes and joins them, one node at a time. */
  async #insert(health: string | null): Promise<void> {
    const { em, nodeId } = this.deps;
    await em.fork().transactional(async (unit) => {
      await lockWithin(unit, 'vigia nodes');
      const [other] = await queryRows<{ address: string }>(
        unit,
        `select address from nodes where ${IS_LIVE} and id <> ? and key_fingerprint <> ? limit 1`,
        [nodeId, this.#fingerprint],
      );
      if (other) throw differentKey(other.address);
      // The previous node at this address was killed.
      await queryRows(unit, `delete from nodes where address = ? and not (${IS_LIVE})`, [this.#address]);
      const [row] = await queryRows<{ started_ms: string }>(
        unit,
        `insert into nodes (id, version, address, host_number, started_at, beat_at, key_fingerprint, health)
        values (?, ?, ?, ?, coalesce(?, clock_timestamp()), clock_timestamp(), ?, ?)
        returning extract(epoch from started_at) * 1000 as started_ms`,
        [nodeId, vigiaVersion, this.#address, this.hostNumber, this.#startedAt ?? null, this.#fingerprint, health],
      );
      this.#startedAt = new Date(Number(row?.started_ms));
    });
  }

  /** Logs a failure once rather than at every beat, since its cause has already been logged in detail. */
  #noteFailure(error: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.deps.logger.log('error', 'This node cannot send heartbeats: the others consider it gone', { error });
  }

  #query(sql: string, values?: readonly unknown[]): Promise<unknown[]> {
    return queryRows(this.deps.em.fork(), sql, values);
  }
}

function differentKey(address: string): SettingsError {
  return new SettingsError([
    `SECRET_KEY differs from that of ${address}, which serves the same database: give every process the same SECRET_KEY.`,
    "Without SECRET_KEY each machine generates its own key in DATA_DIR/secret_key: set SECRET_KEY to the other's content.",
    `To change the key, stop all processes first; a killed one still counts for ${GONE_AFTER_SECONDS} s.`,
  ]);
}
