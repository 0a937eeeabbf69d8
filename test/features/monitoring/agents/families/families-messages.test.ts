import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FAMILIES_MAX } from '../../../../../src/features/monitoring/agents/protocol/families-bounds.js';
import { FamiliesReader } from '../../../../../src/features/monitoring/agents/protocol/families-reader.js';
import { FamiliesWriter } from '../../../../../src/features/monitoring/agents/protocol/families-writer.js';
import { MESSAGE_MAX_BYTES } from '../../../../../src/features/monitoring/agents/protocol/protocol.js';
import { readAgentMessage } from '../../../../../src/features/monitoring/agents/protocol/read-message.js';
import { HostSeries } from '../../../../../src/features/monitoring/exposition/host-series.js';
import { counter, gauge, type MetricFamily } from '../../../../../src/features/monitoring/exposition/metric-family.js';

const load = (value: number) => gauge('node_load1', '1m load average.', [{ value }]);
const seconds = (...values: readonly (readonly [cpu: string, mode: string, value: number])[]) =>
  counter(
    'node_cpu_seconds_total',
    'Seconds the CPUs spent in each mode.',
    values.map(([cpu, mode, value]) => ({ labels: { cpu, mode }, value })),
  );

/** Sends families through messages as they go over the wire. */
function send(writer: FamiliesWriter, reader: FamiliesReader, families: readonly MetricFamily[]) {
  const messages = writer.write(1, families).map((message) => JSON.stringify(message));
  for (const message of messages) expect(Buffer.byteLength(message)).toBeLessThanOrEqual(MESSAGE_MAX_BYTES);
  const parts = messages.map((message) => readAgentMessage(message) as ReturnType<FamiliesWriter['write']>[number]);
  expect(parts.map(({ families: { more } }) => more)).toEqual(parts.map((_, at) => at < parts.length - 1));
  return { series: reader.read(parts.map(({ families: { data } }) => data).join('')), messages };
}

const textOf = (series: HostSeries) => series.textsFor('web').join('');
const MANY = Array.from({ length: FAMILIES_MAX.series / 2 + 1 }, (_, at) => String(at));
const pack = (form: unknown) => deflateRawSync(JSON.stringify(form)).toString('base64');

describe('families of an agent (contract 13)', () => {
  test('arrive as they are, with types and helps of the table', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
          {
            minLength: 1,
            maxLength: 300,
          },
        ),
        fc.string({ maxLength: 50 }),
        (values, name) => {
          const named = values.map((value, at) => ({ labels: { device: `${name} ${at}` }, value }));
          const safe = named.map(({ value }, at) => ({
            labels: { device: `${name} ${at}`.toWellFormed().replace(/\p{Cc}/gu, '?') },
            value,
          }));
          const family = (all: typeof named) =>
            gauge('node_network_up', "Value is 1 if operstate is 'up', 0 otherwise.", all);
          const { series } = send(new FamiliesWriter(), new FamiliesReader(), [load(0.5), family(named)]);
          expect(textOf(series)).toBe(textOf(HostSeries.of([load(0.5), family(safe)])));
          expect(series.families.map(({ type, help }) => [type, help])).toEqual(
            [load(0), family([])].map(({ type, help }) => [type, help]),
          );
        },
      ),
    );
  });

  test('send names and labels once, and again when they have changed', () => {
    const [writer, reader] = [new FamiliesWriter(), new FamiliesReader()];
    const all = Array.from({ length: 200 }, (_, cpu) => [String(cpu), 'idle', cpu] as const);
    const first = send(writer, reader, [load(1), seconds(...all)]);
    const second = send(writer, reader, [load(2), seconds(...all)]);
    expect(String(second.messages).length).toBeLessThan(String(first.messages).length / 2);
    expect(textOf(second.series)).toBe(textOf(HostSeries.of([load(2), seconds(...all)])));
    const fewer = [seconds(...all.slice(1)), load(3)];
    expect(textOf(send(writer, reader, fewer).series)).toBe(textOf(HostSeries.of(fewer)));
  });

  test('of a newer agent are left out if this hub does not know them, or their labels', () => {
    const newer = [
      gauge('node_of_the_future', 'x', [{ value: 7 }, { value: 8 }].slice(0, 1)),
      gauge('node_load1', 'Another help.', [{ labels: { kind: 'new' }, value: 9 }]),
      seconds(['0', 'idle', 1]),
    ];
    const { series } = send(new FamiliesWriter(), new FamiliesReader(), newer);
    expect(textOf(series)).toBe(textOf(HostSeries.of([seconds(['0', 'idle', 1])])));
  });

  test('may not have the names of other figures, and figures that are no numbers are not sent', () => {
    const { series } = send(new FamiliesWriter(), new FamiliesReader(), [
      gauge('vigia_host_up', 'x', [{ value: 1 }]),
      gauge('up', 'x', [{ value: 1 }]),
      seconds(['0', 'idle', Number.NaN], ['0', 'user', 1], ['1', 'user', Number.POSITIVE_INFINITY]),
    ]);
    expect(textOf(series)).toBe('node_cpu_seconds_total{host="web",cpu="0",mode="user"} 1\n');
  });

  test('of a machine that is too large are fewer, so that the hub takes them', () => {
    const large = Array.from({ length: 30 }, (_, family) =>
      gauge(
        family === 0 ? 'node_network_up' : `node_memory_x${family}`,
        'x',
        Array.from({ length: 1000 }, (_unused, at) => ({
          labels: { device: `${'d'.repeat(200)}${family}-${at}` },
          value: Math.random() * 1e15,
        })),
      ),
    );
    const { series, messages } = send(new FamiliesWriter(), new FamiliesReader(), large);
    expect(messages.length).toBeGreaterThan(1);
    expect(messages.length * FAMILIES_MAX.partLength).toBeLessThan(FAMILIES_MAX.packedLength + FAMILIES_MAX.partLength);
    expect(series.families[0]?.values).toHaveLength(1000);
  });

  test.each([
    ['no compressed text', 'xyz', 'cannot be unpacked'],
    ['no JSON', deflateRawSync('{').toString('base64'), 'cannot be unpacked'],
    ['far more than it seems', deflateRawSync(Buffer.alloc(3_000_000, 32)).toString('base64'), 'cannot be unpacked'],
    ['another form', pack({ values: ['1'] }), 'not as they have to be'],
    ['further members', pack({ shape: [], values: [], run: 'id' }), 'not as they have to be'],
    ['a name with a line break', pack({ shape: [['node_load1\nx', [], []]], values: [1] }), 'not as they have to be'],
    ['a label with a line break', pack({ shape: [['x', ['a'], ['\n']]], values: [1] }), 'not as they have to be'],
    ['too many values', pack({ shape: [], values: Array(20_001).fill(0) }), 'not as they have to be'],
    ['values without names', pack({ values: [1] }), 'values without names'],
    ['fewer values than series', pack({ shape: [['node_load1', [], []]], values: [] }), 'another number of values'],
    ['a label too few', pack({ shape: [['x', ['a', 'b'], ['1', '2', '3']]], values: [1, 2] }), 'missing labels'],
    ['labels without names', pack({ shape: [['x', [], ['1']]], values: [1] }), 'missing labels'],
    ['a series twice', pack({ shape: [['x', ['a'], ['1', '1']]], values: [1, 2] }), 'a series twice'],
    [
      'more series than there may be values',
      pack({ shape: ['x', 'y'].map((name) => [name, ['a'], MANY]), values: [] }),
      'too many series',
    ],
    ['a family twice', pack({ shape: Array(2).fill(['node_load1', [], []]), values: [1, 2] }), 'one twice'],
  ])('are refused with %s', (_name, packed, fault) => {
    expect(() => new FamiliesReader().read(packed)).toThrow(fault);
  });
});
