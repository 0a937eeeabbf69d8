import type { Clock, Stop } from '../shared/clock.js';
import { codeOf } from '../shared/code-of.js';
import type { Logger } from '../shared/logger.js';
import type { HostMetrics, HostReading, HostSource } from './host/host-metrics.js';

/** The pub/sub topic that carries each new {@link Sample}. */
export const SAMPLE_TOPIC = 'sample';

/** A reading and the moment it was taken. Everybody who asks within an interval gets the same object. */
export interface Sample extends HostReading {
  /** ISO 8601, UTC, milliseconds: text, so that a sample stays itself on its way through JSON. */
  readonly sampledAt: string;
}

interface SamplerDeps {
  readonly host: HostMetrics;
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly logger: Logger;
  /** Called once with each new sample. */
  readonly publish: (sample: Sample) => void;
}

/** How the sampling goes. */
export interface SamplerState {
  readonly intervalMs: number;
  /** When the newest sample was taken, ISO 8601. */
  readonly sampledAt: string;
  /** Whether samples are missing: more than two intervals have passed without one. */
  readonly isLate: boolean;
  /** What did not answer for the newest sample. */
  readonly stale: readonly HostSource[];
  /** Why the host could not be read the last time, as the system calls it (`EIO`); null when it could. */
  readonly failure: string | null;
}

/** Missing more than two samples in a row is late. */
const LATE_INTERVALS = 2.5;

/** Between the reading that marks the start of CPU counting and the first sample. */
const FIRST_SAMPLE_AFTER_MS = 200;

/** Reads the host once per interval, whoever asks and however many do (contract 4). */
export class Sampler {
  #latest: Sample | undefined;
  #stop: Stop | undefined;
  #reading = false;
  #failure: string | null = null;
  /** What was said to be stale, so that the log tells of changes only. */
  #staleBefore: readonly HostSource[] = [];

  constructor(private readonly deps: SamplerDeps) {}

  /** The newest sample. @throws before {@link start} has resolved. */
  get latest(): Sample {
    if (!this.#latest) throw new Error('The sampler has not started');
    return this.#latest;
  }

  /**
   * Takes the first sample and from then on one per interval.
   *
   * @throws when the host cannot be read at all.
   */
  async start(): Promise<void> {
    await this.deps.host.read();
    await this.deps.clock.wait(FIRST_SAMPLE_AFTER_MS);
    await this.#take();
    this.#stop = this.deps.clock.every(this.deps.intervalMs, () => void this.tick());
  }

  /** Takes the sample that is due. A failure is logged and leaves the previous sample; a reading that hangs is not repeated. */
  async tick(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      await this.#take();
      this.#failure = null;
    } catch (error) {
      // Its text may name paths, which are for the log.
      this.#failure = codeOf(error) ?? 'UNKNOWN';
      this.deps.logger.log('warn', 'The host could not be read', { error });
    } finally {
      this.#reading = false;
    }
  }

  /** How it goes. @throws before {@link start} has resolved. */
  get state(): SamplerState {
    const { clock, intervalMs } = this.deps;
    const { sampledAt, stale } = this.latest;
    const isLate = clock.now().getTime() - Date.parse(sampledAt) > LATE_INTERVALS * intervalMs;
    return { intervalMs, sampledAt, isLate, stale, failure: this.#failure };
  }

  /** Ends the sampling. */
  stop(): void {
    this.#stop?.();
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
    else logger.log('warn', 'Parts of the host do not answer: their last figures stand', { sources: stale });
  }
}
