import { describe, expect, test } from 'vitest';
import { HostSeries } from '../../../../src/features/monitoring/exposition/host-series.js';
import { counter, gauge } from '../../../../src/features/monitoring/exposition/metric-family.js';

describe('the series of a host as text (contract 14)', () => {
  test('have the label of the host first, or none', () => {
    const series = HostSeries.of([
      gauge('node_load1', 'Load.', [{ value: 0.5 }]),
      counter('node_cpu_seconds_total', 'Seconds.', [
        { labels: { cpu: '0', mode: 'idle' }, value: 1.25 },
        { labels: { cpu: '0', mode: 'user' }, value: 3 },
      ]),
    ]);
    expect(series.textsFor('web "1"\\\n')).toEqual([
      'node_load1{host="web \\"1\\"\\\\\\n"} 0.5\n',
      'node_cpu_seconds_total{host="web \\"1\\"\\\\\\n",cpu="0",mode="idle"} 1.25\n' +
        'node_cpu_seconds_total{host="web \\"1\\"\\\\\\n",cpu="0",mode="user"} 3\n',
    ]);
    expect(series.textsFor(undefined)).toEqual([
      'node_load1 0.5\n',
      'node_cpu_seconds_total{cpu="0",mode="idle"} 1.25\nnode_cpu_seconds_total{cpu="0",mode="user"} 3\n',
    ]);
  });

  test('are written once for one label', () => {
    const series = HostSeries.of([gauge('node_load1', 'Load.', [{ value: 1 }])]);
    expect(series.textsFor('a')).toBe(series.textsFor('a'));
    expect(series.textsFor('b')).toEqual(['node_load1{host="b"} 1\n']);
    expect(series.textsFor(undefined)).toEqual(['node_load1 1\n']);
  });

  test('keep a label host of their own under another name, as Prometheus does', () => {
    const labels = { host: 'a,host="b"', exported_host: 'c' };
    const series = HostSeries.of([gauge('up', 'Up.', [{ labels, value: 1 }, { value: 2 }])]);
    expect(series.textsFor('web')).toEqual([
      'up{host="web",exported_exported_host="a,host=\\"b\\"",exported_host="c"} 1\nup{host="web"} 2\n',
    ]);
    expect(series.textsFor(undefined)).toEqual(['up{host="a,host=\\"b\\"",exported_host="c"} 1\nup 2\n']);
  });

  test('write numbers as Prometheus reads them', () => {
    const numbers = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e21, 5e-324, 2 ** 53, -0.1];
    const values = numbers.map((value, at) => ({ labels: { at: String(at) }, value }));
    const [text = ''] = HostSeries.of([gauge('x', 'X.', values)]).textsFor(undefined);
    expect(text.match(/(?<=} ).+/g)).toEqual(['NaN', '+Inf', '-Inf', '1e+21', '5e-324', '9007199254740992', '-0.1']);
  });

  test('may have another name than their family, as those of histograms', () => {
    const [text] = HostSeries.of([
      { name: 'h', help: 'H.', type: 'histogram', values: [{ metricName: 'h_sum', value: 1 }, { value: 2 }] },
    ]).textsFor('web');
    expect(text).toBe('h_sum{host="web"} 1\nh{host="web"} 2\n');
  });
});
