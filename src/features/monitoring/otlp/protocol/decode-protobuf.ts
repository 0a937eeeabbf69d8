import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import {
  type AttributeValue,
  BodyCount,
  type DataPoint,
  DELTA,
  hasNoValue,
  InvalidMetrics,
  type IsUsed,
  type Metric,
  type ResourceMetrics,
  setAttribute,
} from './metrics-data.js';

/**
 * Decodes an `ExportMetricsServiceRequest`. Reads the few fields that are used and skips all others, so that a hostile
 * body costs no more than the time to step over it.
 *
 * @throws {InvalidMetrics}
 */
export function decodeProtobuf(body: Uint8Array, isUsed: IsUsed): ResourceMetrics[] {
  try {
    return new RequestReader(body, isUsed).read();
  } catch (error) {
    if (error instanceof InvalidMetrics) throw error;
    // The library's errors are about the bytes alone.
    throw new InvalidMetrics('the body is not protobuf');
  }
}

/** Returns a field as it appears in a tag. */
function field(number: number, wireType: WireType): number {
  return (number << 3) | wireType;
}

const message = (number: number) => field(number, WireType.LengthDelimited);

/** Field numbers of `opentelemetry/proto/metrics/v1/metrics.proto` and the files that it imports. */
const FIELDS = {
  request: { resourceMetrics: message(1) },
  resourceMetrics: { resource: message(1), scopeMetrics: message(2) },
  resource: { attributes: message(1) },
  scopeMetrics: { metrics: message(2) },
  metric: { name: message(1), gauge: message(5), sum: message(7), others: [message(9), message(10), message(11)] },
  /** The same in gauges, sums, histograms and summaries. */
  dataPoints: message(1),
  temporality: field(2, WireType.Varint),
  point: {
    startNanos: field(2, WireType.Bit64),
    nanos: field(3, WireType.Bit64),
    double: field(4, WireType.Bit64),
    int: field(6, WireType.Bit64),
    attributes: message(7),
    flags: field(8, WireType.Varint),
  },
  keyValue: { key: message(1), value: message(2) },
  value: {
    text: message(1),
    bool: field(2, WireType.Varint),
    int: field(3, WireType.Varint),
    double: field(4, WireType.Bit64),
  },
} as const;

const NANOS_PER_MS = 1_000_000n;

const decoder = new TextDecoder();

class RequestReader {
  readonly #reader: BinaryReader;
  readonly #count = new BodyCount();

  constructor(
    private readonly body: Uint8Array,
    private readonly isUsed: IsUsed,
  ) {
    this.#reader = new BinaryReader(body);
  }

  read(): ResourceMetrics[] {
    const all: ResourceMetrics[] = [];
    this.#fields(this.body.length, (tag, endsAt) => {
      if (tag === FIELDS.request.resourceMetrics) all.push(this.#resourceMetrics(endsAt));
    });
    return all;
  }

  #resourceMetrics(endsAt: number): ResourceMetrics {
    this.#count.addElement();
    let attributes = new Map<string, AttributeValue>();
    const metrics: Metric[] = [];
    this.#fields(endsAt, (tag, end) => {
      if (tag === FIELDS.resourceMetrics.resource) attributes = this.#attributes(end, FIELDS.resource.attributes);
      else if (tag === FIELDS.resourceMetrics.scopeMetrics) this.#scopeMetrics(end, metrics);
    });
    return { attributes, metrics };
  }

  #scopeMetrics(endsAt: number, metrics: Metric[]): void {
    this.#count.addElement();
    this.#fields(endsAt, (tag, end) => {
      if (tag === FIELDS.scopeMetrics.metrics) metrics.push(this.#metric(end));
    });
  }

  #metric(endsAt: number): Metric {
    this.#count.addElement();
    let name = '';
    let data: { readonly kind: Metric['kind']; readonly beginsAt: number; readonly endsAt: number } | undefined;
    const { metric } = FIELDS;
    this.#fields(endsAt, (tag, end) => {
      const kind = tag === metric.gauge ? 'gauge' : tag === metric.sum ? 'sum' : 'other';
      if (tag === metric.name) name = this.#text(end);
      else if (kind !== 'other' || metric.others.some((other) => other === tag)) {
        data = { kind, beginsAt: this.#reader.pos, endsAt: end };
      }
    });
    // Read last, because the name decides whether the points are read or only counted.
    const after = this.#reader.pos;
    if (!data) return { name, kind: 'other', isDelta: false, points: [], pointCount: 0 };
    this.#reader.pos = data.beginsAt;
    const found = this.#points(data.endsAt, data.kind !== 'other' && this.isUsed(name));
    this.#reader.pos = after;
    return { name, kind: data.kind, ...found, isDelta: data.kind === 'sum' && found.isDelta };
  }

  #points(endsAt: number, isUsed: boolean): Pick<Metric, 'points' | 'pointCount' | 'isDelta'> {
    const points: DataPoint[] = [];
    let pointCount = 0;
    let isDelta = false;
    this.#fields(endsAt, (tag, end) => {
      if (tag === FIELDS.temporality) isDelta = this.#reader.int32() === DELTA;
      if (tag !== FIELDS.dataPoints) return;
      this.#count.addPoint();
      pointCount += 1;
      if (isUsed) points.push(this.#point(end));
    });
    return { points, pointCount, isDelta };
  }

  #point(endsAt: number): DataPoint {
    const reader = this.#reader;
    const { point } = FIELDS;
    const attributes = new Map<string, AttributeValue>();
    let startMs = 0;
    let atMs = 0;
    let value: number | null = null;
    let flags = 0;
    this.#fields(endsAt, (tag, end) => {
      if (tag === point.attributes) this.#attribute(end, attributes);
      else if (tag === point.nanos) atMs = this.#ms();
      else if (tag === point.startNanos) startMs = this.#ms();
      else if (tag === point.double) value = reader.double();
      else if (tag === point.int) value = Number(reader.sfixed64());
      else if (tag === point.flags) flags = reader.uint32();
    });
    return { attributes, startMs, atMs, value: hasNoValue(flags) ? null : value };
  }

  #attributes(endsAt: number, attributesTag: number): Map<string, AttributeValue> {
    const attributes = new Map<string, AttributeValue>();
    this.#fields(endsAt, (tag, end) => {
      if (tag === attributesTag) this.#attribute(end, attributes);
    });
    return attributes;
  }

  #attribute(endsAt: number, attributes: Map<string, AttributeValue>): void {
    let key = '';
    let value: AttributeValue | undefined;
    this.#fields(endsAt, (tag, end) => {
      if (tag === FIELDS.keyValue.key) key = this.#text(end);
      else if (tag === FIELDS.keyValue.value) value = this.#value(end);
    });
    if (value !== undefined) setAttribute(attributes, key, value);
  }

  #value(endsAt: number): AttributeValue | undefined {
    const reader = this.#reader;
    const { value: fields } = FIELDS;
    let value: AttributeValue | undefined;
    this.#fields(endsAt, (tag, end) => {
      if (tag === fields.text) value = this.#text(end);
      else if (tag === fields.bool) value = reader.bool();
      else if (tag === fields.int) value = Number(reader.int64());
      else if (tag === fields.double) value = reader.double();
    });
    return value;
  }

  #ms(): number {
    return Number(BigInt(this.#reader.fixed64()) / NANOS_PER_MS);
  }

  #text(endsAt: number): string {
    const reader = this.#reader;
    const text = decoder.decode(this.body.subarray(reader.pos, endsAt));
    reader.pos = endsAt;
    return text;
  }

  /**
   * Calls `take` for each field up to `endsAt`, with its tag and, for strings and messages, the end of its content.
   * Whatever `take` leaves unread is skipped.
   */
  #fields(endsAt: number, take: (tag: number, endsAt: number) => void): void {
    const reader = this.#reader;
    while (reader.pos < endsAt) {
      const [number, wireType] = reader.tag();
      // Groups have been out of use since before OTLP.
      if (wireType === WireType.StartGroup || wireType === WireType.EndGroup) {
        throw new InvalidMetrics('the body is not protobuf');
      }
      const isLong = wireType === WireType.LengthDelimited;
      const end = isLong ? reader.uint32() + reader.pos : endsAt;
      if (end > endsAt) throw new InvalidMetrics('the body is cut off');
      const beginsAt = reader.pos;
      take(field(number, wireType), end);
      if (isLong) reader.pos = end;
      else if (reader.pos === beginsAt) reader.skip(wireType);
    }
    if (reader.pos > endsAt) throw new InvalidMetrics('the body is cut off');
  }
}
