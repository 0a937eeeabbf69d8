import type { Logger } from '../../../shared/logger.js';
import type { Clock, Stop } from '../../../shared/time/clock.js';
import { OTLP_INTERVAL_MS } from '../hosts/editing/host-editing.js';
import type { SourceIntake } from '../sources/source-intake.js';
import type { CollectorHosts } from './hosts/collector-hosts.js';
import { readResourceName } from './hosts/host-names.js';
import { type Arrival, HostSamples, type OtlpSample, type SampleBudget } from './hosts/host-samples.js';
import type { OtlpTable } from './hosts/otlp-table.js';
import { UnknownMetrics } from './hosts/unknown-metrics.js';
import { isKnownMetric } from './mapping/conventions.js';
import type { OtlpReceiver, OtlpSender } from './otlp-receiver.js';
import type { Attributes, Metric, ResourceMetrics } from './protocol/metrics-data.js';
import type { PartialSuccess } from './protocol/response.js';
import { Rejections } from './rejections.js';

const BEAT_MS = 1000;

/** A host that has not been heard of for this long is forgotten here. */
const FORGOTTEN_MS = 600_000;

/** Samples from which a host can be told to be complete: the first has no figures that compare two points. */
const SAMPLES_UNTIL_COMPLETE = 2;

interface OtlpIntakeDeps {
  readonly table: OtlpTable;
  readonly collectorHosts: Pick<CollectorHosts, 'resolve'>;
  readonly sources: Pick<SourceIntake, 'take' | 'describe' | 'problem' | 'save'>;
  readonly clock: Pick<Clock, 'now' | 'steady' | 'every'>;
  readonly logger: Logger;
  /** Called when the row of a host has changed. */
  readonly onChange: () => void;
}

interface RequestArrival extends Arrival {
  readonly budget: SampleBudget;
}

interface HeardHost {
  readonly number: number;
  readonly credential: string;
  readonly samples: HostSamples;
  readonly unknown: UnknownMetrics;
  /** The `host.name` that its figures came with; empty if with none. */
  resourceName: string;
  heardMs: number;
  sampleCount: number;
}

/**
 * Samples that are made of one request, besides the newest of each host: four hours of a machine that sends once a
 * minute; a collector's batch holds fewer.
 */
const SAMPLES_OF_REQUEST = 240;

/** Samples of a host after which its minutes are stored: a sender may have held back more than fit into memory. */
const SAMPLES_AT_ONCE = 50;

/** The metrics of a request that are about the same machine. */
interface HostMetrics {
  readonly attributes: Attributes;
  readonly metrics: Metric[];
}

/**
 * Takes the metrics that OpenTelemetry sends (decision 104): finds the host that each resource is about and
 * makes its samples, which go on as those of other sources do.
 */
export class OtlpIntake implements OtlpReceiver {
  readonly #heard = new Map<number, HeardHost>();

  constructor(private readonly deps: OtlpIntakeDeps) {}

  /** Starts passing on samples that are complete, once a second. */
  start(): Stop {
    return this.deps.clock.every(BEAT_MS, () => this.beat());
  }

  find(tokenHash: string): Promise<OtlpSender | 'agent' | undefined> {
    return this.deps.table.findSender(tokenHash);
  }

  async take(sender: OtlpSender, resources: readonly ResourceMetrics[]): Promise<PartialSuccess | undefined> {
    const rejections = new Rejections();
    const { clock } = this.deps;
    const arrival = {
      ...{ nowMs: clock.now().getTime(), steadyMs: clock.steady().getTime() },
      budget: { left: SAMPLES_OF_REQUEST },
    };
    const byName = groupByHost(resources, rejections);
    if (sender.kind === 'host') await this.#takeForHost(sender, byName, arrival, rejections);
    else await this.#takeForCollector(sender.id, byName, arrival, rejections);
    return rejections.partialSuccess;
  }

  /** Passes on the samples that are complete. */
  beat(): void {
    const steadyMs = this.deps.clock.steady().getTime();
    for (const [number, host] of this.#heard) {
      this.#passOn(host, host.samples.flush(steadyMs));
      if (steadyMs - host.heardMs > FORGOTTEN_MS) this.#heard.delete(number);
    }
  }

  async #takeForHost(
    { number, credential }: Extract<OtlpSender, { kind: 'host' }>,
    byName: ReadonlyMap<string, HostMetrics>,
    arrival: RequestArrival,
    rejections: Rejections,
  ): Promise<void> {
    const host = this.#hear(number, credential, arrival);
    for (const [name, metrics] of byName) {
      if (name === '' || this.#mayBe(host, name, arrival))
        await this.#takeMetrics(host, name, metrics, arrival, rejections);
      else rejections.add('otherHost', countPoints(metrics), name);
    }
  }

  async #takeForCollector(
    id: string,
    byName: ReadonlyMap<string, HostMetrics>,
    arrival: RequestArrival,
    rejections: Rejections,
  ): Promise<void> {
    const nameless = byName.get('');
    if (nameless) rejections.add('noHostName', countPoints(nameless));
    const named = [...byName].filter(([name]) => name !== '');
    const hosts = await this.deps.collectorHosts.resolve(
      id,
      named.map(([name]) => name),
    );
    for (const [name, metrics] of named) {
      const found = hosts.get(name) ?? 'full';
      if (typeof found === 'string') rejections.add(found, countPoints(metrics), name);
      else {
        const host = this.#hear(found.number, found.credential, arrival);
        await this.#takeMetrics(host, name, metrics, arrival, rejections);
      }
    }
  }

  /** Whether figures with this `host.name` can be of the machine that the token has been used for so far. */
  #mayBe({ resourceName, samples, heardMs }: HeardHost, name: string, { steadyMs }: Arrival): boolean {
    if (resourceName === '' || resourceName === name) return true;
    return steadyMs - heardMs > 2 * (samples.intervalMs ?? OTLP_INTERVAL_MS);
  }

  async #takeMetrics(
    host: HeardHost,
    name: string,
    { attributes, metrics }: HostMetrics,
    arrival: RequestArrival,
    rejections: Rejections,
  ): Promise<void> {
    if (name !== '') host.resourceName = name;
    host.heardMs = arrival.steadyMs;
    for (const metric of metrics) {
      if (isKnownMetric(metric.name)) continue;
      rejections.add('unknownMetric', metric.pointCount, metric.name);
      host.unknown.add(metric.name, arrival.steadyMs);
    }
    const names = host.unknown.changed(arrival.steadyMs);
    if (names) this.#inBackground(this.#writeUnknown(host, names));
    const samples = host.samples.take(attributes, metrics, arrival, arrival.budget);
    for (let begin = 0; begin < samples.length; begin += SAMPLES_AT_ONCE) {
      if (begin > 0) await this.deps.sources.save();
      this.#passOn(host, samples.slice(begin, begin + SAMPLES_AT_ONCE));
    }
  }

  #passOn(host: HeardHost, samples: readonly OtlpSample[]): void {
    const { number, credential } = host;
    const { sources } = this.deps;
    let isComplete: boolean | undefined;
    for (const { reading, atMs, skewMs } of samples) {
      isComplete = sources.take(number, credential, reading, atMs, skewMs);
      host.sampleCount += 1;
    }
    // Only the newest tells how the source is now.
    if (isComplete || (isComplete === false && host.sampleCount >= SAMPLES_UNTIL_COMPLETE)) {
      this.#inBackground(sources.problem(number, credential, isComplete ? undefined : { code: 'INCOMPLETE' }));
    }
    if (samples.length === 0) return;
    const { facts, intervalMs } = host.samples;
    this.#inBackground(sources.describe(number, credential, { facts, intervalMs }));
  }

  #hear(number: number, credential: string, { steadyMs }: Arrival): HeardHost {
    const known = this.#heard.get(number);
    if (known?.credential === credential) return known;
    const host: HeardHost = {
      ...{ number, credential, resourceName: '', heardMs: steadyMs, sampleCount: 0 },
      ...{ samples: new HostSamples(), unknown: new UnknownMetrics() },
    };
    this.#heard.set(number, host);
    return host;
  }

  async #writeUnknown({ number, credential }: HeardHost, names: readonly string[]): Promise<void> {
    await this.deps.table.setUnknownMetrics(number, credential, names);
    this.deps.onChange();
  }

  /** Writes what is less important than samples, and is written again when it changes. */
  #inBackground(write: Promise<void>): void {
    write.catch((error: unknown) => this.deps.logger.log('debug', 'A host cannot be described', { error }));
  }
}

/** Groups the metrics of a request by the `host.name` of their resource; without one, it is empty. */
function groupByHost(resources: readonly ResourceMetrics[], rejections: Rejections): ReadonlyMap<string, HostMetrics> {
  const byName = new Map<string, HostMetrics>();
  for (const { attributes, metrics } of resources) {
    const name = readResourceName(attributes);
    const known = name === undefined ? undefined : byName.get(name);
    if (name === undefined) rejections.add('noHostName', countPoints({ metrics }));
    else if (known) known.metrics.push(...metrics);
    else byName.set(name, { attributes, metrics: [...metrics] });
  }
  return byName;
}

function countPoints({ metrics }: { readonly metrics: readonly Metric[] }): number {
  return metrics.reduce((total, { pointCount }) => total + pointCount, 0);
}
