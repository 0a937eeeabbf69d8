import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parseExposition,
  SERIES_MAX,
  TooManySeries,
} from '../../../../../src/features/monitoring/sources/scraping/exposition.js';
import { readSeriesLine } from '../../../../../src/features/monitoring/sources/scraping/series-line.js';

const name = fc.stringMatching(/^[a-zA-Z_:][a-zA-Z0-9_:]{0,20}$/);
const label = fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_]{0,10}$/).filter((text) => !text.startsWith('__'));
const labels = fc.dictionary(label, fc.string({ unit: 'binary' }), { maxKeys: 5, noNullPrototype: true });
const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
const written = (all: Readonly<Record<string, string>>) =>
  Object.entries(all)
    .map(([key, text]) => `${key}="${escaped(text)}"`)
    .join(',');

describe('a line of the text format', () => {
  test('is read as it was written, whatever its labels contain', () => {
    fc.assert(
      fc.property(name, labels, fc.double({ noDefaultInfinity: true, noNaN: true }), (series, all, value) => {
        const line = `${series}{${written(all)}} ${value}`;
        expect(readSeriesLine(line)).toEqual({ name: series, labels: all, value: value + 0 });
      }),
    );
  });

  test('may have blanks, a comma at the end, a time stamp and an exemplar, which are passed over', () => {
    const expected = { name: 'a', labels: { b: 'c' }, value: 2 };
    for (const line of [
      'a{b="c"} 2',
      'a { b = "c", } 2',
      'a{b="c",}\t2 1395066363000',
      'a{b="c"} 2 1395066363.5',
      'a{b="c"} 2 # {t="1"} 0.3 1395066363',
      'a{b="c"} +2e0\r',
    ]) {
      expect([line, readSeriesLine(line)]).toEqual([line, expected]);
    }
  });

  test('has the numbers of the format, and no others', () => {
    const numberIn = (text: string) => readSeriesLine(`a ${text}`)?.value;
    expect(['1', '-1.5', '.5', '1e3', '+Inf', '-Inf', 'NaN', 'nan'].map(numberIn)).toEqual([
      ...[1, -1.5, 0.5, 1000, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, Number.NaN],
    ]);
    expect(['', '0x10', '1_0', 'e5', '--1', '1,5', 'true', 'Infinityy'].map(numberIn)).toEqual(
      Array(8).fill(undefined),
    );
  });

  test('that is none is passed over', () => {
    const lines = [
      '',
      ' ',
      'a{__name__="b"} 1',
      '<html>',
      'a',
      'a{',
      'a{b',
      'a{b="',
      'a{b="c} 1',
      'a{b=c} 1',
      'a{b="c" d="e"} 1',
      '{b="c"} 1',
    ];
    expect(lines.filter((line) => readSeriesLine(line) !== undefined)).toEqual([]);
    fc.assert(fc.property(fc.string({ size: 'max', maxLength: 5000 }), (text) => void readSeriesLine(text)));
  });
});

describe('an answer', () => {
  const read = async (text: string) => (await parseExposition(text)).named('');

  test('has a family for each name, with its help and type', async () => {
    const text = [
      '# HELP node_load1 1m load\\naverage.',
      '# TYPE node_load1 gauge',
      'node_load1 0.5',
      '# a comment',
      '# TYPE node_x_total counter',
      'node_x_total{a="1"} 1',
      'node_x_total{a="2"} 2',
      'node_y 3',
    ].join('\n');
    expect(await read(`${text}\n`)).toEqual([
      { name: 'node_load1', help: '1m load average.', type: 'gauge', values: [{ labels: {}, value: 0.5 }] },
      {
        ...{ name: 'node_x_total', help: '', type: 'counter' },
        values: [
          { labels: { a: '1' }, value: 1 },
          { labels: { a: '2' }, value: 2 },
        ],
      },
      { name: 'node_y', help: '', type: 'untyped', values: [{ labels: {}, value: 3 }] },
    ]);
  });

  test('in OpenMetrics names the type of a counter without the end of its name', async () => {
    const text = '# TYPE node_x counter\n# HELP node_x Help.\nnode_x_total 1\nnode_x_created 5\n# EOF\n';
    expect(await read(text)).toMatchObject([
      { name: 'node_x_total', help: 'Help.', type: 'counter' },
      { name: 'node_x_created', type: 'untyped' },
    ]);
  });

  test('has histograms and summaries, which are not told as families', async () => {
    const text =
      '# TYPE h histogram\nh_bucket{le="1"} 1\nh_sum 1\nh_count 1\n# TYPE s summary\ns{quantile="0.5"} 1\ns_sum 1\n';
    expect(await read(text)).toEqual([]);
  });

  test('with a type that does not fit its name has none, so that it can be told in OpenMetrics', async () => {
    const text =
      '# TYPE a counter\na 1\n# TYPE b_total gauge\nb_total 1\n# TYPE c nonsense\nc 1\n# TYPE\n# HELP\n#TYPE d gauge\nd 1\n';
    const all = await read(text);
    expect(all.map(({ name: family, type }) => [family, type])).toEqual([
      ['a', 'untyped'],
      ['b_total', 'untyped'],
      ['c', 'untyped'],
      ['d', 'gauge'],
    ]);
  });

  test('with the same series twice has the first, whatever the order of its labels', async () => {
    const exposition = await parseExposition('a{x="1",y="2"} 1\na{y="2",x="1"} 2\na 3\na 4\n');
    expect(exposition.series('a').map(({ value }) => value)).toEqual([1, 3]);
  });

  test('with NaN and infinities has no numbers there, but keeps them for others to read', async () => {
    const exposition = await parseExposition('a NaN\nb +Inf\nc 1\n');
    expect(['a', 'b', 'c'].map((each) => exposition.value(each))).toEqual([undefined, undefined, 1]);
    expect(exposition.named('').map(({ values }) => values[0]?.value)).toEqual([
      Number.NaN,
      Number.POSITIVE_INFINITY,
      1,
    ]);
  });

  test('is bounded: lines of more than 4096 characters and more than 20,000 series', async () => {
    const long = `a{b="${'x'.repeat(4096)}"} 1\na{b="c"} 2\n`;
    expect((await parseExposition(long)).series('a')).toEqual([{ labels: { b: 'c' }, value: 2 }]);
    const many = (count: number) => Array.from({ length: count }, (_, index) => `a{b="${index}"} 1\n`).join('');
    expect((await parseExposition(many(SERIES_MAX))).series('a')).toHaveLength(SERIES_MAX);
    await expect(parseExposition(many(SERIES_MAX + 1))).rejects.toThrow(TooManySeries);
  });

  test('of 2 MiB of anything takes less than a second of processor time', async () => {
    const size = 2 * 1024 * 1024;
    for (const text of [
      '{'.repeat(size),
      'a{b="\\"'.repeat(size / 8),
      'a '.repeat(size / 2),
      '#\n'.repeat(size / 2),
      `a{b="${'\\\\'.repeat(size / 2 - 4)}`,
    ]) {
      const { user } = process.cpuUsage();
      await parseExposition(text);
      expect(process.cpuUsage({ user, system: 0 }).user / 1000).toBeLessThan(1000);
    }
  });
});
