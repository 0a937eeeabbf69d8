import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** A request in the JSON form of OTLP, as far as tests need it. */
export interface OtlpRequest {
  readonly resourceMetrics: readonly {
    readonly resource?: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeMetrics: readonly { readonly metrics: readonly OtlpMetric[] }[];
  }[];
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: {
    readonly stringValue?: string;
    readonly intValue?: string;
    readonly doubleValue?: number;
    readonly boolValue?: boolean;
  };
}

export interface OtlpMetric {
  readonly name: string;
  readonly gauge?: { readonly dataPoints: readonly OtlpPoint[] };
  readonly sum?: {
    readonly dataPoints: readonly OtlpPoint[];
    readonly aggregationTemporality: number;
    readonly isMonotonic?: boolean;
  };
  readonly histogram?: { readonly dataPoints: readonly object[] };
}

export interface OtlpPoint {
  readonly attributes: readonly OtlpAttribute[];
  readonly startTimeUnixNano?: string;
  readonly timeUnixNano: string;
  readonly asDouble?: number;
  readonly asInt?: string;
  readonly flags?: number;
}

export const CUMULATIVE = 2;
export const DELTA = 1;

/** Returns attributes from an object. */
export function attributesOf(values: Readonly<Record<string, string | number | boolean>>): OtlpAttribute[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : typeof value === 'boolean'
          ? { boolValue: value }
          : Number.isInteger(value)
            ? { intValue: String(value) }
            : { doubleValue: value },
  }));
}

/** Encodes a request in protobuf, field by field after the .proto files. */
export function encodeOtlp(request: OtlpRequest): Uint8Array {
  const writer = new BinaryWriter();
  for (const { resource, scopeMetrics } of request.resourceMetrics) {
    message(writer, 1, () => {
      if (resource) message(writer, 1, () => writeAttributes(writer, 1, resource.attributes));
      for (const { metrics } of scopeMetrics) {
        message(writer, 2, () => {
          for (const metric of metrics) message(writer, 2, () => writeMetric(writer, metric));
        });
      }
    });
  }
  return writer.finish();
}

function writeMetric(writer: BinaryWriter, { name, gauge, sum, histogram }: OtlpMetric): void {
  writer.tag(1, WireType.LengthDelimited).string(name);
  writer.tag(3, WireType.LengthDelimited).string('By');
  if (gauge) message(writer, 5, () => writePoints(writer, gauge.dataPoints));
  if (sum) {
    message(writer, 7, () => {
      writePoints(writer, sum.dataPoints);
      writer.tag(2, WireType.Varint).int32(sum.aggregationTemporality);
      if (sum.isMonotonic) writer.tag(3, WireType.Varint).bool(true);
    });
  }
  if (histogram) {
    message(writer, 9, () => {
      for (const _ of histogram.dataPoints) message(writer, 1, () => {});
    });
  }
}

function writePoints(writer: BinaryWriter, points: readonly OtlpPoint[]): void {
  for (const { attributes, startTimeUnixNano, timeUnixNano, asDouble, asInt, flags } of points) {
    message(writer, 1, () => {
      if (startTimeUnixNano !== undefined) writer.tag(2, WireType.Bit64).fixed64(startTimeUnixNano);
      writer.tag(3, WireType.Bit64).fixed64(timeUnixNano);
      if (asDouble !== undefined) writer.tag(4, WireType.Bit64).double(asDouble);
      if (asInt !== undefined) writer.tag(6, WireType.Bit64).sfixed64(asInt);
      writeAttributes(writer, 7, attributes);
      if (flags !== undefined) writer.tag(8, WireType.Varint).uint32(flags);
    });
  }
}

function writeAttributes(writer: BinaryWriter, field: number, attributes: readonly OtlpAttribute[]): void {
  for (const { key, value } of attributes) {
    message(writer, field, () => {
      writer.tag(1, WireType.LengthDelimited).string(key);
      message(writer, 2, () => {
        const { stringValue, boolValue, intValue, doubleValue } = value;
        if (stringValue !== undefined) writer.tag(1, WireType.LengthDelimited).string(stringValue);
        if (boolValue !== undefined) writer.tag(2, WireType.Varint).bool(boolValue);
        if (intValue !== undefined) writer.tag(3, WireType.Varint).int64(intValue);
        if (doubleValue !== undefined) writer.tag(4, WireType.Bit64).double(doubleValue);
      });
    });
  }
}

function message(writer: BinaryWriter, field: number, write: () => void): void {
  writer.tag(field, WireType.LengthDelimited).fork();
  write();
  writer.join();
}
