import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import { HostSeries } from './host-series.js';

/** Maximum size of an unpacked host, and of its text between nodes. */
const UNPACKED_MAX_BYTES = 4_000_000;
export const PACKED_MAX_LENGTH = 500_000;

/** Rejects line breaks, which would begin another line of the exposition. */
const line = z.string().check(z.regex(/^[^\n]*$/));
const lines = z.array(line);

const packedForm = z.array(
  z.strictObject({
    name: z.string().check(z.regex(/^(node|windows)_\w+$/)),
    help: z.string(),
    type: z.enum(['gauge', 'counter', 'histogram', 'untyped']),
    labels: lines,
    labelsBesideHost: z.optional(lines),
    names: z.optional(lines),
    /** As text, since JSON has no word for NaN and infinity. */
    values: z.array(z.string()),
  }),
);

/** Packs the series of a host for another node of the service; undefined if they are too long. */
export function packSeries({ families }: HostSeries): string | undefined {
  const form = families.map((family) => ({ ...family, values: family.values.map(String) }));
  const packed = deflateRawSync(JSON.stringify(form)).toString('base64');
  return packed.length > PACKED_MAX_LENGTH ? undefined : packed;
}

/** Unpacks the output of {@link packSeries}; undefined if it is malformed, since anyone may have sent it. */
export function unpackSeries(packed: string): HostSeries | undefined {
  try {
    const json = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: UNPACKED_MAX_BYTES });
    const families = z.parse(packedForm, JSON.parse(json.toString()));
    return new HostSeries(families.map(({ values, ...family }) => ({ ...family, values: values.map(Number) })));
  } catch {
    return undefined;
  }
}
