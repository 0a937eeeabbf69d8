/** Limits of a body, besides its size. */
export const OTLP_LIMITS = {
  /** Data points of all metrics; a collector sends 8,192 at a time by default. */
  points: 20_000,
  /** Resources, scopes and metrics together. */
  elements: 20_000,
  /** Attributes of a resource or of a data point; the default limit of the SDKs. */
  attributes: 128,
} as const;

/** The part of an OTLP request that Vigia uses: the points of the metrics it knows, and the number of all others. */
export interface ResourceMetrics {
  readonly attributes: Attributes;
  readonly metrics: readonly Metric[];
}

export interface Metric {
  readonly name: string;
  /** `other` for histograms and summaries, whose points are only counted. */
  readonly kind: 'gauge' | 'sum' | 'other';
  /** Whether each point holds what was added since its start, instead of a total. Only sums can be so. */
  readonly isDelta: boolean;
  /** Empty for metrics that are not used. */
  readonly points: readonly DataPoint[];
  /** Number of points, used or not. */
  readonly pointCount: number;
}

export interface DataPoint {
  readonly attributes: Attributes;
  /** Start of the interval that a delta or a total covers, in ms since 1970; 0 if unknown. */
  readonly startMs: number;
  readonly atMs: number;
  /** Null if the sender says that there is none. */
  readonly value: number | null;
}

/** Attributes by name. Lists and maps are left out. */
export type Attributes = ReadonlyMap<string, AttributeValue>;

export type AttributeValue = string | number | boolean;

/** Tells which metrics are used; the points of others are counted, but not read. */
export type IsUsed = (metricName: string) => boolean;

/** Thrown for a body that is not OTLP or exceeds a limit. The message says what is wrong, and never quotes the body. */
export class InvalidMetrics extends Error {}

/** @throws {InvalidMetrics} if there are too many attributes. */
export function setAttribute(attributes: Map<string, AttributeValue>, key: string, value: AttributeValue): void {
  attributes.set(key, value);
  if (attributes.size > OTLP_LIMITS.attributes)
    throw new InvalidMetrics(`more than ${OTLP_LIMITS.attributes} attributes`);
}

/** The flag of a point without a value. */
const NO_RECORDED_VALUE = 1;

export function hasNoValue(flags: number): boolean {
  return (flags & NO_RECORDED_VALUE) !== 0;
}

/** The number by which a sum says that its points are deltas. */
export const DELTA = 1;

/** Counts what a body contains. */
export class BodyCount {
  #points = 0;
  #elements = 0;

  /** @throws {InvalidMetrics} */
  addPoint(): void {
    this.#points += 1;
    if (this.#points > OTLP_LIMITS.points) throw new InvalidMetrics(`more than ${OTLP_LIMITS.points} data points`);
  }

  /** @throws {InvalidMetrics} */
  addElement(): void {
    this.#elements += 1;
    if (this.#elements > OTLP_LIMITS.elements) {
      throw new InvalidMetrics(`more than ${OTLP_LIMITS.elements} resources, scopes and metrics`);
    }
  }
}
