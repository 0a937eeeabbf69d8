import { describe, expect, test } from 'vitest';
import { expositionTypes, writeExposition } from '../../../../src/features/administration/open-metrics/exposition.js';
import { labelHosts } from '../../../../src/features/administration/open-metrics/host-labels.js';
import {
  nodeFamiliesOfSample,
  vigiaFamilies,
} from '../../../../src/features/administration/open-metrics/sample-families.js';
import { HostSeries } from '../../../../src/features/monitoring/exposition/host-series.js';
import type { HostStatus } from '../../../../src/features/monitoring/hosts/status/host-states.js';
import { fakeFileSystem } from '../../../support/fakes/fake-file-system.js';
import { FakeHost } from '../../../support/fakes/fake-host.js';

const SAMPLE = { ...new FakeHost().reading, sampledAt: '2026-11-22T12:00:00.000Z' };

function hostOf(number: number, changes: Partial<HostStatus> = {}): HostStatus {
  return {
    ...{ number, id: `${number}`, name: `web-${number}`, tags: [], source: 'AGENT', state: 'LIVE', intervalMs: 5000 },
    ...{ lastSeenAt: new Date(SAMPLE.sampledAt), facts: undefined, version: '0.1.0', clockSkewMs: 0, newest: SAMPLE },
    hasChosenInterval: false,
    ...changes,
  };
}

async function linesOf(hosts: readonly HostStatus[]): Promise<string[]> {
  const parts = labelHosts(hosts).map(({ label, host }) => ({
    host: label,
    series: HostSeries.of([...vigiaFamilies(host), ...nodeFamiliesOfSample(host)]),
  }));
  return (await writeExposition(parts, expositionTypes.OPEN_METRICS)).split('\n');
}

describe('figures of hosts for Prometheus (contract 14)', () => {
  test('no two series are the same, whatever machines are called', async () => {
    const names = ['a', 'a', 'A', 'a (2)', 'a\n', 'a"', 'a\\'];
    const lines = await linesOf(names.map((name, index) => hostOf(index + 1, { name })));
    const series = lines
      .filter((line) => !line.startsWith('#') && line !== '')
      .map((line) => line.replace(/ [^ ]+$/, ''));
    expect(series.filter((one) => one.startsWith('node_load1{'))).toHaveLength(names.length);
    expect(new Set(series).size).toBe(series.length);
  });

  test('a machine of an agent has rates and no counters; one that is away or retired has no figures', async () => {
    const lines = await linesOf([
      hostOf(1),
      hostOf(2, { state: 'AWAY' }),
      hostOf(3, { state: 'RETIRED' }),
      hostOf(4, { state: 'LATE' }),
    ]);
    const of = (name: string) => lines.filter((line) => line.startsWith(`${name}{`)).map((line) => line.split('"')[1]);
    expect(of('vigia_host_network_receive_bytes_per_second')).toEqual(['web-1', 'web-4']);
    expect(of('node_memory_MemTotal_bytes')).toEqual(['web-1', 'web-4']);
    expect(of('node_cpu_seconds_total')).toEqual([]);
    expect(of('vigia_host_up')).toEqual(['web-1', 'web-2', 'web-4']);
  });

  test('a file system has what node_exporter says of it: free, available, and whether it is read-only', async () => {
    const fileSystems = [fakeFileSystem({ totalBytes: 100, usedBytes: 60, availableBytes: 20, readOnly: true })];
    const lines = await linesOf([hostOf(1, { newest: { ...SAMPLE, fileSystems } })]);
    const labels = '{host="web-1",mountpoint="/",fstype="ext4"}';
    expect(lines.filter((line) => line.startsWith('node_filesystem'))).toEqual([
      `node_filesystem_size_bytes${labels} 100`,
      `node_filesystem_free_bytes${labels} 40`,
      `node_filesystem_avail_bytes${labels} 20`,
      `node_filesystem_readonly${labels} 1`,
    ]);
  });

  test('what a machine does not report is left out, not 0', async () => {
    const newest = { ...SAMPLE, loadAverage: null, network: null, cpuTemperatureCelsius: null, fileSystems: null };
    const lines = await linesOf([hostOf(1, { newest })]);
    expect(
      lines.filter((line) => /^(node_load|node_filesystem|vigia_host_(network|cpu_temp))\w*\{/.test(line)),
    ).toEqual([]);
  });
});
