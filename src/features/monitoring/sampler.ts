import { codeOf } from '../../shared/errors/code-of.js';
import type { Logger } from '../../shared/logger.js';
import type { Clock, Stop } from '../../shared/time/clock.js';
import type { HostMetrics, HostReading, HostSource, OwnReading } from './host/host-metrics.js';

/** Pub/sub topic for each new {@link Sample}. */
export const SAMPLE_TOPIC = 'sample';

/** A reading with its timestamp. All requests within an interval get the same object. */
export interface Sample extends HostReading {
  /** ISO 8601, UTC, with milliseconds. A string so that a sample survives JSON unchanged. */
  readonly sampledAt: string;
}

/** A sample of the machine that this process runs on. */
export type OwnSample = Sample & OwnReading;

interface SamplerDeps {
  readonly host: HostMetrics;
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly logger: Logger;
  readonly publish: (sample: OwnSample) => void;
}

/** The sampler's state, for the service's health report. */
export interface SamplerState {
  readonly intervalMs: number;
  /** Time of the newest sample, ISO 8601. */
  readonly sampledAt: string;
  /** Whether samples are missing because more than two intervals have passed without one. */
  readonly isLate: boolean;
  /** Sources that did not answer in time for the newest sample. */
  readonly stale: readonly HostSource[];
  /** The system's error code (`EIO`) if the last attempt to read the host failed; null otherwise. */
  readonly failure: string | null;
}

/** Number of intervals without a sample after which the sampler is late. One late sample does not count. */
const LATE_INTERVALS = 2.5;

/** Time between taking the CPU baseline and the first sample. */
const FIRST_SAMPLE_AFTER_MS = 200;

/** Reads the host once per interval, no matter how many requests there are (contract 4). */
export class Sampler {
  #latest: OwnSample | undefined;
  #stop: Stop | undefined;
  /** Resolves to the time of the first reading. */
  #firstRead: Promise<Date> | undefined;
  #reading = false;
  #failure: string | null = null;
  /** Stale sources of the previous sample; only changes are logged. */
  #staleBefore: readonly HostSource[] = [];

  constructor(private readonly deps: SamplerDeps) {}

  /** Returns the newest sample. @throws before {@link start} has resolved. */
  get latest(): OwnSample {
    if (!this.#latest) throw new Error('The sampler has not started');
    return this.#latest;
  }

  /**
   * Takes the CPU baseline so that {@link start} can take the first sample sooner.
   *
   * @returns the time of the reading.
   * @throws if the host cannot be read at all, as {@link start} does.
   */
  begin(): Promise<Date> {
    this.#firstRead ??= this.#readFirst();
    return this.#firstRead;
  }

  /**
   * Takes the first sample, then one per interval.
   *
   * @throws if the host cannot be read at all.
   */
  async start(): Promise<void> {
    const { clock } = this.deps;
    const begunAt = await this.begin();
    const passedMs = clock.steady().getTime() - begunAt.getTime();
    if (passedMs < FIRST_SAMPLE_AFTER_MS) await clock.wait(FIRST_SAMPLE_AFTER_MS - passedMs);
    await this.#take();
    this.#stop = clock.every(this.deps.intervalMs, () => void this.tick());
  }

  /**
   * Takes the sample that is due. A failure is logged, and the previous sample remains the newest. Does nothing if a
   * previous reading is still hanging.
   */
  async tick(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      await this.#take();
      this.#failure = null;
    } catch (error) {
      // The message may contain paths, which belong only in the log.
      this.#failure = codeOf(error) ?? 'UNKNOWN';
      this.deps.logger.log('warn', 'The host could not be read', { error });
    } finally {
      this.#reading = false;
    }
  }

  /** Returns the current state. @throws before {@link start} has resolved. */
  get state(): SamplerState {
    const { clock, intervalMs } = this.deps;
    const { sampledAt, stale } = this.latest;
    const isLate = clock.now().getTime() - Date.parse(sampledAt) > LATE_INTERVALS * intervalMs;
    return { intervalMs, sampledAt, isLate, stale, failure: this.#failure };
  }

  stop(): void {
    this.#stop?.();
  }

  async #readFirst(): Promise<Date> {
    await this.deps.host.read();
    return this.deps.clock.steady();
  }

  async #take(): Promise<void> {
    const reading = await this.deps.host.read();
    this.#latest = { ...reading, sampledAt: this.deps.clock.now().toISOString() };
    this.#logStale(reading.stale);
    this.deps.publish(this.#latest);
  }

  #logStale(stale: readonly HostSource[]): void {
    const before = this.#staleBefore;
    this.#staleBefore = stale;
    if (stale.join() === before.join()) return;
    const { logger } = this.deps;
    if (stale.length === 0) logger.log('info', 'The host answers again', { sources: before });
    else logger.log('warn', 'Parts of the host do not answer: their last figures are kept', { sources: stale });
  }
}
