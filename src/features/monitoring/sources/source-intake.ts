import type { UnitOfWork } from '../../../platform/db/database.js';
import type { NodeEvents } from '../../../platform/nodes/node-events.js';
import { unlessRunning } from '../../../shared/concurrency/unless-running.js';
import type { Logger } from '../../../shared/logger.js';
import { TokenBucket } from '../../../shared/rate-limits/token-bucket.js';
import type { Clock, Stop } from '../../../shared/time/clock.js';
import type { AgentTable, NewestSample } from '../agents/agent-table.js';
import type { MinuteIntake } from '../agents/minute-intake.js';
import type { Retention } from '../history/history-reading.js';
import { createStoredSample } from '../history/stored-sample.js';
import type { HostReading } from '../host/host-metrics.js';
import { AGENT_SAMPLES, announceSamples } from '../hosts/host-feed.js';
import type { FoundProblem } from '../hosts/source/host-problem.js';
import type { SampleInMemory } from '../hosts/status/known-host.js';
import { AWAY_AFTER_MS } from '../hosts/storage/host-table.js';
import type { Sample } from '../sampler.js';
import { PendingMinutes } from './pending-minutes.js';
import { type SourceDescription, SourceTable } from './source-table.js';

const SAVE_MS = 1000;

/** Pause after a failure to store, so that a database that is unavailable is not asked once a second. */
const RETRY_MS = 10_000;

/** A host that has not been heard of for this long is forgotten here. */
const FORGOTTEN_MS = 600_000;

/**
 * Writes of descriptions and problems of one host (promise 57): what changes with each reading is written now and then.
 */
const WRITES = { most: 10, refillMs: 3000 };

interface SourceIntakeDeps {
  readonly em: UnitOfWork;
  readonly events: Pick<NodeEvents, 'publish' | 'subscribe' | 'onGap'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly table: Pick<AgentTable, 'saveNewest'>;
  readonly minutes: Pick<MinuteIntake, 'take'>;
  /** Serializes writes to the host rows, because two at a time might deadlock. */
  readonly inTurn: <T>(job: () => Promise<T>) => Promise<T>;
  readonly readRetention: (number: number) => Promise<Retention>;
  /** Called when a host has a new sample in this node's memory. */
  readonly onSample: (number: number) => void;
  /** Called when the row of a host has changed. */
  readonly onChange: (number: number) => void;
}

interface HeardHost {
  readonly credential: string;
  readonly minutes: PendingMinutes;
  heardMs: number;
  newest: SampleInMemory | undefined;
  skewMs: number | null;
  /** Whether the newest sample still has to be written to the table. */
  isUnsaved: boolean;
  retentionDays: Promise<Retention> | undefined;
  /** The description and problem written last, so that nothing is written twice. */
  description: string | undefined;
  problem: string | undefined;
  readonly writes: TokenBucket;
}

/**
 * Takes the readings of hosts whose samples this service makes itself, because they are read or sent by something else
 * than an agent (decision 103). They then go the way of the agents' samples: the newest is shown at once and written
 * within a second, and a minute is stored when it is over.
 *
 * The credential of a host is its `token_hash`. Samples with another one than is in the row are not stored, so nothing
 * arrives after a host has been retired or its address changed.
 */
export class SourceIntake {
  readonly #hosts = new Map<number, HeardHost>();
  readonly #table: SourceTable;
  #retryMs = Number.NEGATIVE_INFINITY;
  #isFailing = false;

  constructor(private readonly deps: SourceIntakeDeps) {
    const { em, events } = deps;
    this.#table = new SourceTable(em);
    // Another node has stored a newer sample, which is found in the table.
    events.subscribe(AGENT_SAMPLES, (numbers) => this.#forgetNewest(Array.isArray(numbers) ? numbers : []));
    events.onGap(() => this.#forgetNewest([...this.#hosts.keys()]));
  }

  /** Starts writing the newest samples once a second, and minutes once they are over. */
  start(): Stop {
    const save = unlessRunning(
      () => this.save(),
      (error) => this.deps.logger.log('error', 'Samples of hosts cannot be handled', { error }),
    );
    return this.deps.clock.every(SAVE_MS, save);
  }

  /**
   * Takes a reading of a host.
   *
   * @param atMs when it was taken.
   * @param skewMs how far the clock of `atMs` is ahead of the service's; null if it is the service's.
   * @returns whether it is a sample: without processors and memory, it says too little.
   */
  take(number: number, credential: string, reading: HostReading, atMs: number, skewMs: number | null = null): boolean {
    if (reading.cpuPercent === null && reading.ramTotalBytes === null) return false;
    const host = this.#heard(number, credential);
    const sample: Sample = { ...reading, sampledAt: new Date(atMs).toISOString() };
    host.minutes.add(createStoredSample(sample));
    // A sample that its sender has held back says nothing of the present.
    if (this.deps.clock.now().getTime() - atMs > AWAY_AFTER_MS) return true;
    if (host.newest && host.newest.sample.sampledAt >= sample.sampledAt) return true;
    host.newest = { sample, seenAt: this.deps.clock.now() };
    host.skewMs = skewMs;
    host.isUnsaved = true;
    this.deps.onSample(number);
    return true;
  }

  /** Notes what a host says about itself, if that has changed. */
  async describe(number: number, credential: string, description: SourceDescription): Promise<void> {
    const host = this.#heard(number, credential);
    const text = JSON.stringify(description);
    if (host.description === text || !this.#mayWrite(host)) return;
    host.description = text;
    await this.#write(host, () => this.#table.describe(number, credential, description, this.deps.clock.now()), number);
  }

  /** Notes what is wrong with the source of a host, if that has changed; undefined if all is well. */
  async problem(number: number, credential: string, problem: FoundProblem | undefined): Promise<void> {
    const host = this.#heard(number, credential);
    const text = JSON.stringify(problem ?? null);
    if (host.problem === text || !this.#mayWrite(host)) return;
    host.problem = text;
    await this.#write(host, () => this.#table.setProblem(number, credential, problem, this.deps.clock.now()), number);
  }

  /** Returns the newest sample of a host in this node's memory. */
  newestOf(number: number): SampleInMemory | undefined {
    return this.#hosts.get(number)?.newest;
  }

  /** Writes the newest samples that are not in the table yet, and the minutes that are over. Never fails. */
  async save(): Promise<void> {
    const { clock, logger } = this.deps;
    if (clock.steady().getTime() < this.#retryMs) return;
    try {
      await this.#saveNewest();
      await this.#storeMinutes(clock.now().getTime());
      if (this.#isFailing) logger.log('info', 'Samples of hosts are stored again');
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) logger.log('warn', 'Samples of hosts cannot be stored: they are kept in memory', { error });
      this.#isFailing = true;
      this.#retryMs = clock.steady().getTime() + RETRY_MS;
    }
    this.#forgetSilent();
  }

  /** Stores everything, including minutes that are not over, before the service stops. @throws if it cannot. */
  async flush(): Promise<void> {
    await this.#saveNewest();
    await this.#storeMinutes(Number.POSITIVE_INFINITY);
  }

  async #saveNewest(): Promise<void> {
    const { table, inTurn, clock, events } = this.deps;
    const unsaved = [...this.#hosts].filter(([, { isUnsaved }]) => isUnsaved);
    if (unsaved.length === 0) return;
    const newest = unsaved.flatMap(([number, { credential, newest: found, skewMs }]): NewestSample[] =>
      found ? [{ number, tokenHash: credential, instance: null, skewMs, offsetMinutes: 0, sample: found.sample }] : [],
    );
    // A sample that arrives during the write is written next time.
    for (const [, host] of unsaved) host.isUnsaved = false;
    try {
      const saved = await inTurn(() => table.saveNewest(newest, clock.now()));
      for (const [number, host] of unsaved) {
        if (!saved.has(number) && this.#hosts.get(number) === host) this.#hosts.delete(number);
      }
      announceSamples(events, [...saved]);
    } catch (error) {
      for (const [, host] of unsaved) host.isUnsaved = true;
      throw error;
    }
  }

  async #storeMinutes(nowMs: number): Promise<void> {
    const stored = [...this.#hosts].flatMap(([number, host]) =>
      host.minutes.takeOver(nowMs).map(async (minute) => {
        try {
          host.retentionDays ??= this.deps.readRetention(number);
          const retentionDays = await host.retentionDays;
          const kept = { number, tokenHash: host.credential, retentionDays, clock: { offsetMinutes: 0 } };
          const counts = await this.deps.minutes.take(kept, { ...minute, processes: [] });
          if (!counts && this.#hosts.get(number) === host) this.#hosts.delete(number);
        } catch (error) {
          host.retentionDays = undefined;
          // Samples that no history can store would fail again.
          if (!(error instanceof RangeError)) host.minutes.putBack(minute);
          throw error;
        }
      }),
    );
    const failed = (await Promise.allSettled(stored)).find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  }

  #heard(number: number, credential: string): HeardHost {
    const known = this.#hosts.get(number);
    const heardMs = this.deps.clock.steady().getTime();
    if (known?.credential === credential) {
      known.heardMs = heardMs;
      return known;
    }
    const host: HeardHost = {
      ...{ credential, heardMs, minutes: new PendingMinutes(), newest: undefined, skewMs: null, isUnsaved: false },
      ...{ retentionDays: undefined, description: undefined, problem: undefined },
      writes: new TokenBucket(WRITES),
    };
    this.#hosts.set(number, host);
    return host;
  }

  /** Whether something of a host may be written; if not, a later reading writes it. */
  #mayWrite({ writes }: HeardHost): boolean {
    return writes.take(this.deps.clock.steady().getTime());
  }

  async #write(host: HeardHost, write: () => Promise<boolean>, number: number): Promise<void> {
    try {
      if (await this.deps.inTurn(write)) this.deps.onChange(number);
    } catch (error) {
      // Written with the next reading.
      host.description = undefined;
      host.problem = undefined;
      this.deps.logger.log('debug', 'A host cannot be described', { host: number, error });
    }
  }

  #forgetNewest(numbers: readonly unknown[]): void {
    for (const number of numbers) {
      const host = typeof number === 'number' ? this.#hosts.get(number) : undefined;
      if (!host?.newest || host.isUnsaved) continue;
      host.newest = undefined;
      host.description = undefined;
      host.problem = undefined;
    }
  }

  #forgetSilent(): void {
    const beforeMs = this.deps.clock.steady().getTime() - FORGOTTEN_MS;
    for (const [number, { heardMs, minutes }] of this.#hosts) {
      if (heardMs < beforeMs && minutes.isEmpty) this.#hosts.delete(number);
    }
  }
}
