import {
  type Attributes,
  type AttributeValue,
  BodyCount,
  type DataPoint,
  DELTA,
  hasNoValue,
  InvalidMetrics,
  type IsUsed,
  type Metric,
  OTLP_LIMITS,
  type ResourceMetrics,
  setAttribute,
} from './metrics-data.js';

/**
 * Decodes an `ExportMetricsServiceRequest` in JSON. Names of members are in lower camel case, as OTLP demands, or as
 * they are in the .proto files, which decoders of protobuf's JSON accept as well; unknown ones are ignored.
 *
 * @throws {InvalidMetrics}
 */
export function decodeJson(text: string, isUsed: IsUsed): ResourceMetrics[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new InvalidMetrics('the body is not JSON');
  }
  return new RequestReader(isUsed).read(objectIn(body, 'the body'));
}

type JsonObject = Readonly<Record<string, unknown>>;

const NANOS_PER_MS = 1_000_000n;

/** The latest time that fits into protobuf: in 2554. A number in JSON may be larger than any date. */
const NANOS_MAX = 2n ** 64n - 1n;

class RequestReader {
  readonly #count = new BodyCount();

  constructor(private readonly isUsed: IsUsed) {}

  read(request: JsonObject): ResourceMetrics[] {
    return list(request, 'resourceMetrics').map((one) => {
      this.#count.addElement();
      const attributes = readAttributes(member(one, 'resource') ?? {});
      const metrics = list(one, 'scopeMetrics').flatMap((scope) => {
        this.#count.addElement();
        return list(scope, 'metrics').map((metric) => this.#metric(metric));
      });
      return { attributes, metrics };
    });
  }

  #metric(metric: JsonObject): Metric {
    this.#count.addElement();
    const name = text(readMember(metric, 'name') ?? '', 'name');
    const gauge = member(metric, 'gauge');
    const sum = member(metric, 'sum');
    const others = ['histogram', 'exponentialHistogram', 'summary'].map((other) => member(metric, other));
    const data = sum ?? gauge;
    const counted = data ?? others.find((other) => other !== undefined);
    const rows = counted ? list(counted, 'dataPoints') : [];
    for (const _ of rows) this.#count.addPoint();
    return {
      name,
      kind: sum ? 'sum' : gauge ? 'gauge' : 'other',
      isDelta: sum !== undefined && isDelta(readMember(sum, 'aggregationTemporality')),
      points: data && this.isUsed(name) ? rows.map(readPoint) : [],
      pointCount: rows.length,
    };
  }
}

function isDelta(temporality: unknown): boolean {
  return temporality === DELTA || temporality === 'AGGREGATION_TEMPORALITY_DELTA';
}

function readPoint(point: JsonObject): DataPoint {
  const double = readMember(point, 'asDouble');
  const int = readMember(point, 'asInt');
  const value = double !== undefined ? number(double, 'asDouble') : int === undefined ? null : number(int, 'asInt');
  const flags = number(readMember(point, 'flags') ?? 0, 'flags');
  return {
    attributes: readAttributes(point),
    startMs: milliseconds(readMember(point, 'startTimeUnixNano'), 'startTimeUnixNano'),
    atMs: milliseconds(readMember(point, 'timeUnixNano'), 'timeUnixNano'),
    value: hasNoValue(flags) ? null : value,
  };
}

function readAttributes(owner: JsonObject): Attributes {
  const attributes = new Map<string, AttributeValue>();
  for (const attribute of list(owner, 'attributes', OTLP_LIMITS.attributes)) {
    const value = readAttributeValue(member(attribute, 'value') ?? {});
    if (value !== undefined) setAttribute(attributes, text(readMember(attribute, 'key') ?? '', 'key'), value);
  }
  return attributes;
}

function readAttributeValue(value: JsonObject): AttributeValue | undefined {
  const string = readMember(value, 'stringValue');
  if (string !== undefined) return text(string, 'stringValue');
  const bool = readMember(value, 'boolValue');
  if (bool !== undefined) return bool === true;
  const int = readMember(value, 'intValue');
  if (int !== undefined) return number(int, 'intValue');
  const double = readMember(value, 'doubleValue');
  return double === undefined ? undefined : number(double, 'doubleValue');
}

/** Returns a member by its name in lower camel case, or with underscores; undefined if it is missing or null. */
function readMember(owner: JsonObject, name: string): unknown {
  return owner[name] ?? owner[inSnakeCase(name)] ?? undefined;
}

const snakeCase = new Map<string, string>();

function inSnakeCase(name: string): string {
  const known = snakeCase.get(name);
  if (known !== undefined) return known;
  const converted = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakeCase.set(name, converted);
  return converted;
}

function member(owner: JsonObject, name: string): JsonObject | undefined {
  const value = readMember(owner, name);
  return value === undefined ? undefined : objectIn(value, name);
}

function list(owner: JsonObject, name: string, most: number = OTLP_LIMITS.points): JsonObject[] {
  const value = readMember(owner, name) ?? [];
  if (!Array.isArray(value)) throw new InvalidMetrics(`${name} is not a list`);
  if (value.length > most) throw new InvalidMetrics(`more than ${most} ${name}`);
  return value.map((one: unknown) => objectIn(one, name));
}

function objectIn(value: unknown, name: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidMetrics(`${name} is not an object`);
  }
  return value as JsonObject;
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new InvalidMetrics(`${name} is not a string`);
  return value;
}

/** Numbers may be strings: 64-bit integers always are, and `NaN` or `Infinity` have no other form. */
function number(value: unknown, name: string): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^(-?\d+(\.\d+)?(e[+-]?\d+)?|NaN|-?Infinity)$/i.test(value)) return Number(value);
  throw new InvalidMetrics(`${name} is not a number`);
}

function milliseconds(nanos: unknown, name: string): number {
  if (nanos === undefined) return 0;
  if (typeof nanos === 'string' && /^\d{1,20}$/.test(nanos) && BigInt(nanos) <= NANOS_MAX)
    return Number(BigInt(nanos) / NANOS_PER_MS);
  if (typeof nanos === 'number' && nanos >= 0 && nanos <= Number(NANOS_MAX))
    return Math.floor(nanos / Number(NANOS_PER_MS));
  throw new InvalidMetrics(`${name} is not a time`);
}
