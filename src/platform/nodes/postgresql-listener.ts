import pg, { type Client, type Notification } from 'pg';
import type { Logger } from '../../shared/logger.js';
import { KEEPALIVE } from '../db/postgresql/postgresql.js';
import { MessageBatches, messagesOf } from './message-batches.js';
import type { NodeEvents, NodeLocks } from './node-events.js';

/** What the triggers of migration 012 say: a topic, and perhaps a number. */
const CHANGES_CHANNEL = 'vigia_changes';
/** What nodes say to each other. */
export const MESSAGES_CHANNEL = 'vigia_messages';

/** How often the database is asked for a sign of life, and after how long without one it counts as gone. */
const BEAT_MS = 250;
const SILENT_AFTER_MS = 3000;

/** How old what this node knows may be (promise 18). */
const CURRENT_MS = 1000;

const STOP_MS = 1000;

const RECONNECT_MS = 250;

interface PostgresqlListenerDeps {
  readonly url: string;
  readonly nodeId: string;
  readonly logger: Logger;
  /** Called when the database does not answer; not when it has merely ended this connection. */
  readonly onSilent: () => void;
  /** Called when it answers again. */
  readonly onAnswer: () => void;
}

/**
 * Connects this node with the others by one connection to PostgreSQL of its own, with `LISTEN`, `NOTIFY` and advisory
 * locks. A connection that was cut without a word is noticed by a beat of its own: the system would take minutes.
 */
export class PostgresqlListener implements NodeEvents, NodeLocks {
  readonly #listeners = new Map<string, ((payload: unknown) => void)[]>();
  readonly #gapListeners: (() => void)[] = [];
  readonly #batches: MessageBatches;
  readonly #locks = new Set<string>();
  #client: Client | undefined;
  #lastQuery: Promise<unknown> = Promise.resolve();
  #beatSentMs: number | undefined;
  /** Up to when all that was committed has been heard: messages come before the answer to a beat that is sent later. */
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
    // Keys of two numbers are apart from those of one, for which transactions wait: these locks are held for days.
    const sql = `select pg_try_advisory_lock(hashtext('vigia node'), hashtext($1)) as taken`;
    const taken = await this.#query<{ taken: boolean }>(client, sql, [name]).then(
      ([row]) => row?.taken === true,
      () => false,
    );
    // A lock of a connection that has been lost meanwhile is lost too.
    if (!taken || client !== this.#client) return false;
    this.#locks.add(name);
    return true;
  }

  /** Connects. From then on it reconnects by itself. @throws when the database cannot be reached. */
  async start(): Promise<void> {
    await this.#connect();
    this.#timer = setInterval(() => this.#beat(), BEAT_MS).unref();
  }

  /** Sends what waits and disconnects. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    const client = this.#client;
    if (!client) return;
    this.#batches.flush();
    // An orderly end waits for the answers of the server; the beat ended the wait, were it still running.
    const overdue = setTimeout(() => destroy(client), STOP_MS);
    await client.end().catch(() => {});
    clearTimeout(overdue);
  }

  /** @param onConnected is called before anybody can see that messages arrive. */
  async #connect(onConnected: () => void = () => {}): Promise<void> {
    const client = new pg.Client({
      connectionString: this.deps.url,
      application_name: 'vigia listener',
      connectionTimeoutMillis: SILENT_AFTER_MS,
      // Later than the beat, which tells silence from an end.
      query_timeout: SILENT_AFTER_MS + 1000,
      keepAlive: true,
    });
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', (notification) => this.#receive(notification));
    try {
      await client.connect();
      // With keepalive, the server soon frees the locks of a node that is gone.
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

  /** Sends a beat, unless one is under way; gives up the connection when its answer is overdue. */
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
    // If it was this process that stood still, the answer has arrived and is read before this runs.
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
    // What cannot be sent is lost, as every message may be.
    this.#query(this.#client, 'select pg_notify($1, $2)', [MESSAGES_CHANNEL, batch]).catch(() => {});
  }

  /** Runs a statement when those before it have ended: the driver is to be given one at a time. */
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

/** Ends a connection without waiting for the other side. */
function destroy(client: Client): void {
  // Not in the types: the socket below the protocol.
  const { connection } = client as Client & { connection?: { stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}
