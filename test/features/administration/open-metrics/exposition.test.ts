import { describe, expect, test } from 'vitest';
import { expositionTypes, writeExposition } from '../../../../src/features/administration/open-metrics/exposition.js';
import { HostSeries } from '../../../../src/features/monitoring/exposition/host-series.js';
import { counter, gauge, type MetricFamily } from '../../../../src/features/monitoring/exposition/metric-family.js';

const { PROMETHEUS, OPEN_METRICS } = expositionTypes;

function part(host: string | undefined, ...families: readonly MetricFamily[]) {
  return { host, series: HostSeries.of(families) };
}

describe('the text of several hosts (contract 14)', () => {
  const load = (value: number) => gauge('node_load1', 'Load.', [{ value }]);
  const forks = (value: number) => counter('node_forks_total', 'Forks "\\"\nof all.', [{ value }]);

  test('has the series of one name together, whichever hosts have it and in whatever order', async () => {
    const parts = [part('a', load(1)), part('b', forks(2), load(3)), part(undefined, forks(4))];
    expect(await writeExposition(parts, PROMETHEUS)).toBe(
      '# HELP node_load1 Load.\n# TYPE node_load1 gauge\nnode_load1{host="a"} 1\nnode_load1{host="b"} 3\n' +
        '# HELP node_forks_total Forks "\\\\"\\nof all.\n# TYPE node_forks_total counter\n' +
        'node_forks_total{host="b"} 2\nnode_forks_total 4\n',
    );
  });

  test('calls counters in OpenMetrics by their names without the suffix, and one without it unknown', async () => {
    const untyped: MetricFamily = { name: 'node_vmstat_pgfault', type: 'untyped', help: 'Faults.', values: [] };
    const parts = [part('a', forks(2), counter('packets', 'Packets.', [{ value: 1 }]), untyped)];
    expect(await writeExposition(parts, OPEN_METRICS)).toBe(
      '# HELP node_forks Forks \\"\\\\\\"\\nof all.\n# TYPE node_forks counter\nnode_forks_total{host="a"} 2\n' +
        '# HELP packets Packets.\n# TYPE packets unknown\npackets{host="a"} 1\n' +
        '# HELP node_vmstat_pgfault Faults.\n# TYPE node_vmstat_pgfault unknown\n# EOF\n',
    );
    expect(await writeExposition(parts, PROMETHEUS)).toContain('# TYPE node_vmstat_pgfault untyped\n');
  });

  test('is the same after it has let other work go first', async () => {
    const values = Array.from({ length: 30_000 }, (_, at) => ({ labels: { at: String(at) }, value: at }));
    const parts = [part('a', gauge('x', 'X.', values)), part('b', gauge('x', 'X.', values))];
    const text = await writeExposition(parts, PROMETHEUS);
    expect(text.match(/\n/g)).toHaveLength(60_002);
    expect(text.match(/# TYPE/g)).toHaveLength(1);
  });
});
