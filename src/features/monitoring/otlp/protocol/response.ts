import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** The points of a request that were not taken, and why, for the sender's log. */
export interface PartialSuccess {
  readonly rejectedPoints: number;
  readonly message: string;
}

export type OtlpFormat = 'protobuf' | 'json';

export const CONTENT_TYPES: Readonly<Record<OtlpFormat, string>> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};

/** Encodes an `ExportMetricsServiceResponse`, which is empty if all points were taken. */
export function encodeSuccess(format: OtlpFormat, partial: PartialSuccess | undefined): Uint8Array {
  if (format === 'json') {
    const partialSuccess = partial && {
      rejectedDataPoints: String(partial.rejectedPoints),
      errorMessage: partial.message,
    };
    return jsonBytes(partialSuccess ? { partialSuccess } : {});
  }
  const writer = new BinaryWriter();
  if (partial) {
    writer.tag(1, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.Varint).int64(partial.rejectedPoints);
    writer.tag(2, WireType.LengthDelimited).string(partial.message);
    writer.join();
  }
  return writer.finish();
}

/** Encodes a `google.rpc.Status`, as OTLP wants it for every failure. `code` is one of gRPC. */
export function encodeStatus(format: OtlpFormat, code: number, message: string): Uint8Array {
  if (format === 'json') return jsonBytes({ code, message });
  const writer = new BinaryWriter();
  writer.tag(1, WireType.Varint).int32(code);
  writer.tag(2, WireType.LengthDelimited).string(message);
  return writer.finish();
}

function jsonBytes(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
