import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeJson } from '../../../../../src/features/monitoring/otlp/protocol/decode-json.js';
import { decodeProtobuf } from '../../../../../src/features/monitoring/otlp/protocol/decode-protobuf.js';
import { InvalidMetrics, OTLP_LIMITS } from '../../../../../src/features/monitoring/otlp/protocol/metrics-data.js';
import { CUMULATIVE, DELTA, encodeOtlp, type OtlpPoint, type OtlpRequest } from '../../../../support/otlp-request.js';

const all = () => true;
const none = () => false;

const attribute = fc.record({
  key: fc.string(),
  value: fc.oneof(
    fc.record({ stringValue: fc.string({ unit: 'grapheme' }) }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({ intValue: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
    fc.record({
      doubleValue: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0)),
    }),
  ),
});

const nanos = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);

const point: fc.Arbitrary<OtlpPoint> = fc
  .record({
    attributes: fc.array(attribute, { maxLength: 5 }),
    startTimeUnixNano: nanos,
    timeUnixNano: nanos,
    flags: fc.constantFrom(0, 1, 2, 3),
    value: fc.oneof(
      fc.record({ asInt: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
      fc.record({ asDouble: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0)) }),
    ),
  })
  .map(({ value, ...rest }) => ({ ...rest, ...value }));

const points = fc.array(point, { maxLength: 4 });

const metric = fc.oneof(
  fc.record({ name: fc.string(), gauge: fc.record({ dataPoints: points }) }),
  fc.record({
    name: fc.string(),
    sum: fc.record({ dataPoints: points, aggregationTemporality: fc.constantFrom(0, DELTA, CUMULATIVE) }),
  }),
  fc.record({ name: fc.string(), histogram: fc.record({ dataPoints: fc.array(fc.constant({}), { maxLength: 3 }) }) }),
);

const request: fc.Arbitrary<OtlpRequest> = fc.record({
  resourceMetrics: fc.array(
    fc.record({
      resource: fc.record({ attributes: fc.array(attribute, { maxLength: 5 }) }),
      scopeMetrics: fc.array(fc.record({ metrics: fc.array(metric, { maxLength: 4 }) }), { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
});

function requestOf(dataPoints: readonly OtlpPoint[], name = 'system.uptime'): OtlpRequest {
  return { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name, gauge: { dataPoints } }] }] }] };
}

const POINT: OtlpPoint = { attributes: [], timeUnixNano: '1700000000123456789', asInt: '7' };

describe('OTLP bodies (decision 104)', () => {
  test('protobuf and JSON of the same request are the same', () => {
    fc.assert(
      fc.property(request, (sent) => {
        expect(decodeProtobuf(encodeOtlp(sent), all)).toEqual(decodeJson(JSON.stringify(sent), all));
      }),
    );
  });

  test('a point has its value, times in milliseconds, and attributes', () => {
    const sent = requestOf([
      {
        ...POINT,
        startTimeUnixNano: '1699999999000000000',
        attributes: [
          { key: 'a', value: { stringValue: 'text' } },
          { key: 'b', value: { intValue: '5' } },
        ],
      },
    ]);
    const [resource] = decodeProtobuf(encodeOtlp(sent), all);
    expect(resource?.metrics[0]?.points).toEqual([
      {
        value: 7,
        atMs: 1_700_000_000_123,
        startMs: 1_699_999_999_000,
        attributes: new Map<string, string | number>([
          ['a', 'text'],
          ['b', 5],
        ]),
      },
    ]);
  });

  test('JSON may have its numbers as numbers, its names with underscores, and enums by name', () => {
    const snake = {
      resource_metrics: [
        {
          resource: { attributes: [{ key: 'host.name', value: { string_value: 'web' } }] },
          scope_metrics: [
            {
              metrics: [
                {
                  name: 'system.disk.io',
                  sum: {
                    aggregation_temporality: 'AGGREGATION_TEMPORALITY_DELTA',
                    data_points: [
                      {
                        as_int: 9,
                        time_unix_nano: 1_700_000_000_000_000_000,
                        exemplars: [{ traceId: '5b8efff798038103d269b633813fc60c', asDouble: 'NaN' }],
                      },
                    ],
                  },
                },
              ],
            },
          ],
        },
      ],
      unknown: [[[]]],
    };
    expect(decodeJson(JSON.stringify(snake), all)).toEqual([
      {
        attributes: new Map([['host.name', 'web']]),
        metrics: [
          {
            name: 'system.disk.io',
            kind: 'sum',
            isDelta: true,
            points: [{ value: 9, atMs: 1_700_000_000_000, startMs: 0, attributes: new Map() }],
            pointCount: 1,
          },
        ],
      },
    ]);
  });

  test.each(['1e40', '18446744073709600000', '"18446744073709551616"'])(
    'a time that does not fit into 64 bits is refused: %s nanoseconds',
    (nanos) => {
      const sent = JSON.stringify(requestOf([{ ...POINT, timeUnixNano: 'AT' }]));
      expect(() => decodeJson(sent.replace('"AT"', nanos), all)).toThrow(InvalidMetrics);
      expect(decodeJson(sent.replace('"AT"', '"18446744073709551615"'), all)[0]?.metrics[0]?.points).toMatchObject([
        { atMs: 18_446_744_073_709 },
      ]);
    },
  );

  test('points of metrics that are not used are counted, but not read', () => {
    const sent = requestOf([POINT, POINT]);
    for (const [resource] of [decodeProtobuf(encodeOtlp(sent), none), decodeJson(JSON.stringify(sent), none)]) {
      expect(resource?.metrics).toMatchObject([{ points: [], pointCount: 2 }]);
    }
  });

  test('a point that says that it has no value has none', () => {
    const sent = requestOf([
      { ...POINT, flags: 1 },
      { ...POINT, flags: 2 },
    ]);
    for (const [resource] of [decodeProtobuf(encodeOtlp(sent), all), decodeJson(JSON.stringify(sent), all)]) {
      expect(resource?.metrics[0]?.points.map(({ value }) => value)).toEqual([null, 7]);
    }
  });

  test('unknown fields are skipped, and lists and maps among attributes left out', () => {
    const writer = new BinaryWriter();
    writer.tag(1000, WireType.LengthDelimited).string('unknown');
    writer.tag(1, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.LengthDelimited).string('list');
    // An AnyValue with an ArrayValue (5) that holds a text.
    writer.tag(2, WireType.LengthDelimited).bytes(new Uint8Array([0x2a, 0x05, 0x0a, 0x03, 0x0a, 0x01, 0x61]));
    writer.join().tag(2, WireType.Varint).uint32(3);
    writer.join().tag(3, WireType.LengthDelimited).string('https://schema');
    writer.join();
    expect(decodeProtobuf(writer.finish(), all)).toEqual([{ attributes: new Map(), metrics: [] }]);
  });

  test('as many data points as allowed are decoded, and one more is refused', () => {
    const allowed = requestOf(Array<OtlpPoint>(OTLP_LIMITS.points).fill(POINT));
    const tooMany = requestOf(Array<OtlpPoint>(OTLP_LIMITS.points + 1).fill(POINT));
    for (const used of [all, none]) {
      expect(decodeProtobuf(encodeOtlp(allowed), used)[0]?.metrics[0]?.pointCount).toBe(OTLP_LIMITS.points);
      expect(() => decodeProtobuf(encodeOtlp(tooMany), used)).toThrow(InvalidMetrics);
      expect(() => decodeJson(JSON.stringify(tooMany), used)).toThrow(InvalidMetrics);
    }
  });

  test('as many attributes as allowed are decoded, and one more is refused', () => {
    const attributes = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ key: `k${index}`, value: { stringValue: '' } }));
    const allowed = requestOf([{ ...POINT, attributes: attributes(OTLP_LIMITS.attributes) }]);
    const tooMany = requestOf([{ ...POINT, attributes: attributes(OTLP_LIMITS.attributes + 1) }]);
    expect(decodeProtobuf(encodeOtlp(allowed), all)[0]?.metrics[0]?.points[0]?.attributes.size).toBe(
      OTLP_LIMITS.attributes,
    );
    expect(() => decodeProtobuf(encodeOtlp(tooMany), all)).toThrow(InvalidMetrics);
    expect(() => decodeJson(JSON.stringify(tooMany), all)).toThrow(InvalidMetrics);
  });

  test('too many empty metrics are refused', () => {
    const metrics = Array(OTLP_LIMITS.elements).fill({ name: '' });
    const sent = { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] };
    expect(() => decodeProtobuf(encodeOtlp(sent), all)).toThrow(InvalidMetrics);
    expect(() => decodeJson(JSON.stringify(sent), all)).toThrow(InvalidMetrics);
  });

  test('deeply nested JSON is ignored where it is unknown, and refused where it is not', () => {
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    expect(decodeJson(`{"unknown":${deep}}`, all)).toEqual([]);
    expect(() => decodeJson(`{"resourceMetrics":${deep}}`, all)).toThrow(InvalidMetrics);
  });

  test('arbitrary bytes and arbitrary JSON are decoded or refused, and nothing else', () => {
    const isRefused = (decode: () => unknown) => {
      try {
        decode();
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidMetrics);
      }
    };
    fc.assert(
      fc.property(fc.uint8Array({ size: 'max', maxLength: 200 }), (bytes) =>
        isRefused(() => decodeProtobuf(bytes, all)),
      ),
    );
    fc.assert(fc.property(fc.json(), (json) => isRefused(() => decodeJson(json, all))));
  });

  test('a request that is cut off or changed anywhere is decoded or refused, and nothing else', () => {
    const bytes = encodeOtlp(requestOf([{ ...POINT, attributes: [{ key: 'cpu', value: { stringValue: '0' } }] }]));
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length), (at, byte, length) => {
        const changed = Uint8Array.from(bytes)
          .fill(byte, at, at + 1)
          .subarray(0, length);
        try {
          decodeProtobuf(changed, all);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidMetrics);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('a nested message that claims to be longer than the one around it is refused', () => {
    expect(() => decodeProtobuf(new Uint8Array([0x0a, 0x7f]), all)).toThrow('cut off');
    expect(() => decodeProtobuf(new Uint8Array([0x0a, 0x02, 0x12, 0x05, 0x0a, 0x00]), all)).toThrow('cut off');
  });
});
