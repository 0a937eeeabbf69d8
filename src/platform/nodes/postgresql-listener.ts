import pg, { type Client, type Notification } from 'pg';
import type { Logger } from '../../shared/logger.js';
import { KEEPALIVE } from '../db/postgresql/postgresql.js';
import { MessageBatches, messagesOf } from './message-batches.js';
import type { NodeEvents, NodeLocks } from './node-events.js';

/** Channel used by the triggers of migration 012. A payload is a topic, optionally followed by a number. */
const CHANGES_CHANNEL = 'vigia_changes';
/** Channel for messages between nodes. */
export const MESSAGES_CHANNEL = 'vigia_messages';

/** Interval between beats to the database, and the time without an answer after which the database counts as gone. */
const BEAT_MS = 250;
const SILENT_AFTER_MS = 3000;

/** Maximum age of what this node knows (promise 18). */
const CURRENT_MS = 1000;

const STOP_MS = 1000;

const RECONNECT_MS = 250;

interface PostgresqlListenerDeps {
  readonly url: string;
  readonly nodeId: string;
  readonly logger: Logger;
  /** Called when the database stops answering, but not when it has merely closed this connection. */
  readonly onSilent: () => void;
  readonly onAnswer: () => void;
}

/**
 * Connects this node to the others through one dedicated PostgreSQL connection, with `LISTEN`, `NOTIFY` and advisory
 * locks. Its own beat detects a silently dropped connection; the operating system would take minutes.
 */
export class PostgresqlListener implements NodeEvents, NodeLocks {
  readonly #listeners = new Map<string, ((payload: unknown) => void)[]>();
  readonly #gapListeners: (() => void)[] = [];
  readonly #batches: MessageBatches;
  readonly #locks = new Set<string>();
  #client: Client | undefined;
  #lastQuery: Promise<unknown> = Promise.resolve();
  #beatSentMs: number | undefined;
  /**
   * This node has received everything committed before this time, since messages arrive before the answer to a beat
   * that is sent later.
   */
  #heardUntilMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #isSilent = false;

  constructor(private readonly deps: PostgresqlListenerDeps) {
    this.#batches = new MessageBatches(deps.nodeId, (batch) => this.#notify(batch));
  }

  get isConnected(): boolean {
    return this.#client !== undefined;
  }

  get isCurrent(): boolean {
    return this.isConnected && performance.now() - this.#heardUntilMs < CURRENT_MS;
  }

  publish(topic: string, payload: unknown): void {
    this.#batches.add(topic, payload);
  }

  subscribe(topic: string, listener: (payload: unknown) => void): void {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener]);
  }

  onGap(listener: () => void): void {
    this.#gapListeners.push(listener);
  }

  async tryLock(name: string): Promise<boolean> {
    const client = this.#client;
    if (!client || this.#locks.has(name)) return client !== undefined;
    // Two-number keys are separate from the one-number keys that transactions wait for; these locks are held for days.
    const sql = `select pg_try_advisory_lock(hashtext('vigia node'), hashtext($1)) as taken`;
    const taken = await this.#query<{ taken: boolean }>(client, sql, [name]).then(
      ([row]) => row?.taken === true,
      () => false,
    );
    // If the connection was lost in the meantime, so was its lock.
    if (!taken || client !== this.#client) return false;
    this.#locks.add(name);
    return true;
  }

  /** Connects, and reconnects automatically from then on. @throws when the database cannot be reached. */
  async start(): Promise<void> {
    await this.#connect();
    this.#timer = setInterval(() => this.#beat(), BEAT_MS).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    const client = this.#client;
    if (!client) return;
    this.#batches.flush();
    // An orderly end waits for the server's answers, and the beat that would limit the wait has been stopped.
    const overdue = setTimeout(() => destroy(client), STOP_MS);
    await client.end().catch(() => {});
    clearTimeout(overdue);
  }

  /** @param onConnected is called before `isConnected` becomes true. */
  async #connect(onConnected: () => void = () => {}): Promise<void> {
    const client = new pg.Client({
      connectionString: this.deps.url,
      application_name: 'vigia listener',
      connectionTimeoutMillis: SILENT_AFTER_MS,
      // Longer than the beat's limit, which distinguishes silence from a closed connection.
      query_timeout: SILENT_AFTER_MS + 1000,
      keepAlive: true,
    });
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', (notification) => this.#receive(notification));
    try {
      await client.connect();
      // With keepalive, the server soon releases the locks of a gone node.
      await client.query(`${KEEPALIVE}; listen ${CHANGES_CHANNEL}; listen ${MESSAGES_CHANNEL}`);
    } catch (error) {
      destroy(client);
      throw error;
    }
    this.#client = client;
    this.#heardUntilMs = performance.now();
    this.#lastQuery = Promise.resolve();
    this.#beatSentMs = undefined;
    this.#isSilent = false;
    this.deps.onAnswer();
    onConnected();
  }

  /** Sends a beat unless one is pending, and abandons the connection when its answer is overdue. */
  #beat(): void {
    const client = this.#client;
    if (!client) return;
    if (this.#beatSentMs === undefined) {
      const sentMs = performance.now();
      this.#beatSentMs = sentMs;
      const answered = () => {
        if (client !== this.#client) return;
        this.#beatSentMs = undefined;
        this.#heardUntilMs = sentMs;
      };
      this.#query(client, 'select 1').then(answered, () => this.#lose(client));
      return;
    }
    // If this process itself was stalled, the answer has already arrived and is read before this runs.
    setImmediate(() => {
      if (client !== this.#client || this.#beatSentMs === undefined) return;
      if (performance.now() - this.#beatSentMs < SILENT_AFTER_MS - BEAT_MS / 2) return;
      this.#reportSilence();
      this.#lose(client);
    });
  }

  #lose(client: Client): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    this.#locks.clear();
    destroy(client);
    if (this.#isStopped) return;
    this.deps.logger.log('warn', 'The connection to the other nodes is lost');
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    while (!this.#isStopped) {
      try {
        await this.#connect(() => this.#reportGap());
        break;
      } catch {
        this.#reportSilence();
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS).unref());
      }
    }
    if (this.#isStopped) await this.stop();
  }

  #reportGap(): void {
    if (this.#isStopped) return;
    this.deps.logger.log('info', 'The connection to the other nodes is back');
    for (const listener of this.#gapListeners) listener();
  }

  #reportSilence(): void {
    if (this.#isSilent || this.#isStopped) return;
    this.#isSilent = true;
    this.deps.logger.log('warn', 'The database does not answer');
    this.deps.onSilent();
  }

  #notify(batch: string): void {
    if (!this.#client) return;
    // A message that cannot be sent is lost, which is acceptable for any message.
    this.#query(this.#client, 'select pg_notify($1, $2)', [MESSAGES_CHANNEL, batch]).catch(() => {});
  }

  /** Runs a statement after all previous ones, since the driver accepts only one at a time. */
  #query<Row extends object>(client: Client, sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const result = this.#lastQuery.then(async () => (await client.query<Row>(sql, [...values])).rows);
    this.#lastQuery = result.catch(() => {});
    return result;
  }

  #receive({ channel, payload = '' }: Notification): void {
    if (channel === CHANGES_CHANNEL) {
      const [topic = '', number] = payload.split(' ');
      this.#dispatch(topic, number === undefined ? undefined : Number(number));
      return;
    }
    for (const [topic, content] of messagesOf(payload, this.deps.nodeId)) this.#dispatch(topic, content);
  }

  #dispatch(topic: string, payload: unknown): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(payload);
  }
}

/** Closes a connection without waiting for the server. */
function destroy(client: Client): void {
  // The underlying socket is missing from pg's type definitions.
  const { connection } = client as Client & { connection?: { stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}
