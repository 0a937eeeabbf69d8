import type { HostFacts } from '../../host/facts/host-facts.js';
import type { HostReading } from '../../host/host-metrics.js';
import { OTLP_INTERVAL_MS } from '../../hosts/editing/host-editing.js';
import { usedMetric } from '../mapping/conventions.js';
import { HostMeter } from '../mapping/host-meter.js';
import { factsOfResource } from '../mapping/resource-facts.js';
import type { Attributes, DataPoint, Metric } from '../protocol/metrics-data.js';
import { AHEAD_MAX_MS, SenderClock, type SenderTimes } from './sender-clock.js';
import { SendingInterval } from './sending-interval.js';

/** A reading, and when it was taken, in the service's time. */
export interface OtlpSample {
  readonly reading: HostReading;
  readonly atMs: number;
  readonly skewMs: number | null;
}

/** When a request arrived, by the service's clock and by one that is never set. */
export interface Arrival {
  readonly nowMs: number;
  readonly steadyMs: number;
}

/** Points that are within this time of each other belong to one sample, also if they come in several requests. */
const SAMPLE_MS = 1000;

/** Samples that may still be made of one request; what is beyond them becomes part of the next sample. */
export interface SampleBudget {
  left: number;
}

/** Figures are part of a sample for this many intervals. */
const FRESH_INTERVALS = 3;

type UsedPoint = DataPoint & Pick<Metric, 'name' | 'isDelta'>;

/** Makes the samples of one host from the requests that are about it. */
export class HostSamples {
  readonly #clock = new SenderClock();
  readonly #interval = new SendingInterval();
  #meter = new HostMeter();
  #attributes: Attributes = new Map();
  #times: SenderTimes = { skewMs: null, offsetMs: 0 };
  /** The points that no sample has been made of. */
  #pending: { readonly firstMs: number; newestMs: number; readonly sinceMs: number } | undefined;
  #newestMs = Number.NEGATIVE_INFINITY;
  #madeMs = Number.NEGATIVE_INFINITY;
  #bootedMs: number | undefined;

  /**
   * Takes the metrics of a request. The newest sample is left to {@link flush}, since more of it may come.
   *
   * @returns the samples that are complete: several, if the sender had held some back.
   */
  take(
    attributes: Attributes,
    metrics: readonly Metric[],
    { nowMs, steadyMs }: Arrival,
    budget: SampleBudget,
  ): OtlpSample[] {
    this.#attributes = attributes;
    const points = metrics
      .flatMap(({ name, isDelta, points: all }) => all.map((point): UsedPoint => ({ ...point, name, isDelta })))
      .map((point) => (point.atMs > 0 ? point : { ...point, atMs: nowMs }))
      .sort((a, b) => a.atMs - b.atMs);
    const newestMs = points.at(-1)?.atMs;
    if (newestMs === undefined) return [];
    // The clock was ahead and has been set back, so times repeat that are no repetitions.
    if (this.#newestMs > nowMs + AHEAD_MAX_MS && newestMs < this.#newestMs - SAMPLE_MS) this.#reset();
    this.#newestMs = Math.max(this.#newestMs, newestMs);
    this.#times = this.#clock.next(newestMs, nowMs, steadyMs);
    const samples: OtlpSample[] = [];
    for (const point of points) {
      if (this.#pending && point.atMs >= this.#pending.firstMs + SAMPLE_MS && budget.left > 0) {
        samples.push(...this.#make());
        budget.left -= 1;
      }
      this.#takePoint(point, steadyMs);
    }
    return samples;
  }

  /** Returns the newest sample once it has been waiting long enough for the rest of its points. */
  flush(steadyMs: number): OtlpSample[] {
    return this.#pending && steadyMs - this.#pending.sinceMs >= SAMPLE_MS ? this.#make() : [];
  }

  /** The interval at which the host sends; undefined until it is known. */
  get intervalMs(): number | undefined {
    return this.#interval.ms;
  }

  /** Facts about the host, by its resource and its figures. */
  get facts(): HostFacts {
    const startedAt = this.#bootedMs === undefined ? null : new Date(this.#bootedMs).toISOString();
    return factsOfResource(this.#attributes, { cores: this.#meter.cores, startedAt });
  }

  #takePoint({ name, isDelta, ...point }: UsedPoint, steadyMs: number): void {
    const metric = usedMetric(name);
    if (!metric) return;
    this.#meter.take(metric, point, isDelta);
    // A point of a moment that has had its sample is part of the next one.
    if (point.atMs <= this.#madeMs) return;
    if (this.#pending) this.#pending.newestMs = Math.max(this.#pending.newestMs, point.atMs);
    else this.#pending = { firstMs: point.atMs, newestMs: point.atMs, sinceMs: steadyMs };
  }

  #make(): OtlpSample[] {
    if (!this.#pending) return [];
    const { newestMs } = this.#pending;
    this.#pending = undefined;
    this.#madeMs = newestMs;
    this.#interval.note(newestMs);
    const { skewMs, offsetMs } = this.#times;
    const freshMs = FRESH_INTERVALS * (this.#interval.ms ?? OTLP_INTERVAL_MS);
    const reading = this.#meter.read(newestMs - freshMs);
    const atMs = newestMs + offsetMs;
    this.#noteBoot(reading, atMs);
    return [{ reading, atMs, skewMs }];
  }

  /** Keeps the time of the boot to the second, since the uptime is rounded and delayed differently each time. */
  #noteBoot({ uptimeSeconds }: HostReading, atMs: number): void {
    if (uptimeSeconds === null) return;
    const bootedMs = atMs - uptimeSeconds * 1000;
    // No machine has run since before 1970, and times before the year 0 could not be shown.
    if (bootedMs < 0) return;
    if (this.#bootedMs === undefined || Math.abs(bootedMs - this.#bootedMs) > BOOT_TOLERANCE_MS) {
      this.#bootedMs = Math.floor(bootedMs / 1000) * 1000;
    }
  }

  #reset(): void {
    this.#meter = new HostMeter();
    this.#pending = undefined;
    this.#newestMs = Number.NEGATIVE_INFINITY;
    this.#madeMs = Number.NEGATIVE_INFINITY;
  }
}

const BOOT_TOLERANCE_MS = 30_000;
