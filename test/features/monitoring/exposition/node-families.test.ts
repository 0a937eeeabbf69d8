import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findNodeFamily, nodeFamilies } from '../../../../src/features/monitoring/exposition/node-families.js';
import {
  SERIES_OF_FAMILY_MAX,
  SeriesCollection,
} from '../../../../src/features/monitoring/exposition/series-collection.js';

describe('the table of families (contract 14)', () => {
  test('has each name once, in a form that both formats allow', () => {
    const names = nodeFamilies.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, type, help, labels } of nodeFamilies) {
      expect(name).toMatch(/^node_[a-z][a-z0-9_]*$/);
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      expect([name, help === '']).toEqual([name, false]);
      for (const label of labels) expect([name, label]).toEqual([name, expect.stringMatching(/^[a-z][a-z_]*$/)]);
      expect([name, labels.includes('host')]).toEqual([name, false]);
    }
  });

  test('knows what kernels name, and how node_exporter explains it', () => {
    const of = (name: string) => findNodeFamily(name);
    expect(of('node_memory_Active_anon_bytes')).toMatchObject({
      ...{ type: 'gauge', labels: [], help: 'Memory information field Active_anon_bytes.' },
    });
    expect(of('node_vmstat_pgmajfault')?.help).toBe('/proc/vmstat information field pgmajfault.');
    expect(of('node_netstat_TcpExt_ListenDrops')).toMatchObject({
      type: 'untyped',
      help: 'Statistic TcpExtListenDrops.',
    });
    expect(of('node_sockstat_TCP_mem_bytes')?.help).toBe('Number of TCP sockets in state mem_bytes.');
    expect(of('node_sockstat_sockets_used')?.help).toBe('Number of IPv4 sockets in use.');
    expect(of('node_hwmon_temp_celsius')?.help).toBe('Hardware monitor for temperature (input)');
    expect(of('node_hwmon_temp_crit_alarm_celsius')?.help).toBe('Hardware monitor for temperature (crit_alarm)');
    expect(of('node_hwmon_energy_joule_total')).toMatchObject({ type: 'counter', labels: ['chip', 'sensor'] });
  });

  test('knows no other name, whatever is asked for', () => {
    for (const name of [
      ...['', 'node_', 'node_memory_', 'node_load2', 'vigia_host_up', 'process_cpu_seconds_total', 'toString'],
      ...['node_load1\n', 'node_memory_X{a="b"} 1\n', 'node_vmstat_nr_free_pages', 'node_netstat_Tcp_MaxConn'],
      ...[`node_memory_A${'a'.repeat(48)}`, `node_hwmon_temp_a${'a'.repeat(41)}`],
    ])
      expect([name, findNodeFamily(name)]).toEqual([name, undefined]);
    expect(findNodeFamily(`node_memory_A${'a'.repeat(47)}`)).toBeDefined();
    fc.assert(
      fc.property(fc.string({ maxLength: 120, unit: 'binary-ascii' }), (text) => {
        const known = findNodeFamily(`node_${text}`);
        return known === undefined || /^[A-Za-z0-9_]{1,80}$/.test(text);
      }),
    );
  });
});

describe('series of a machine', () => {
  test('are unique by their labels: a later one replaces an earlier one', () => {
    const series = new SeriesCollection();
    series.add('node_arp_entries', 1, 'eth0');
    series.add('node_arp_entries', 2, 'eth1');
    series.add('node_arp_entries', 3, 'eth0');
    const later = new SeriesCollection();
    later.add('node_arp_entries', 4, 'eth1');
    later.add('node_load1', 5);
    series.addAll(later);
    expect(series.families().map(({ name, values }) => [name, values])).toEqual([
      [
        'node_arp_entries',
        [
          { labels: { device: 'eth0' }, value: 3 },
          { labels: { device: 'eth1' }, value: 4 },
        ],
      ],
      ['node_load1', [{ value: 5 }]],
    ]);
  });

  test('are no more than a family may have, have all labels, and are numbers', () => {
    const series = new SeriesCollection();
    for (let at = 0; at < SERIES_OF_FAMILY_MAX + 1; at += 1) series.add('node_arp_entries', at, `eth${at}`);
    expect(series.families()[0]?.values).toHaveLength(SERIES_OF_FAMILY_MAX);
    expect(() => series.add('node_arp_entries', 1)).toThrow('node_arp_entries has the labels device');
    series.add('node_load1', Number.NaN);
    series.add('node_unheard_of', 1);
    expect(series.families()).toHaveLength(1);
  });
});
