import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeColumns } from '../../../../../src/features/monitoring/history/chunk-codec.js';
import { columnsOfSamples } from '../../../../../src/features/monitoring/history/roll-up.js';
import { createStoredSample } from '../../../../../src/features/monitoring/history/stored-sample.js';
import { ExporterReader } from '../../../../../src/features/monitoring/sources/scraping/exporter-reader.js';
import { parseExposition } from '../../../../../src/features/monitoring/sources/scraping/exposition.js';
import { type NodeMoment, nodeText, WINDOWS_TEXT } from '../../../../support/fakes/exporter-texts.js';

const NOW = new Date(1_700_086_400_000);

function createReader() {
  const reader = new ExporterReader();
  return async (text: string, atSeconds = 0) =>
    reader.read(await parseExposition(text), { atMs: 1000 + atSeconds * 1000, now: NOW });
}

/** Reads two answers, ten seconds apart. */
async function readTwo(before: NodeMoment, after: NodeMoment) {
  const read = createReader();
  await read(nodeText(before));
  return (await read(nodeText(after), 10)).reading;
}

describe('an answer of node_exporter', () => {
  test('has what the machine is and what counts of it; rates follow from the next one', async () => {
    const { reading, facts, version, problem } = await createReader()(nodeText({ busy: 100, idle: 900 }));
    expect(reading).toEqual({
      ...{ cpuPercent: null, corePercents: null, network: null, diskActivity: null },
      kernelFigures: { memoryPressurePercent: null },
      ...{ cpuTemperatureCelsius: null, loadAverage: [0.5, 0.25, 0.1], limits: null, stale: [] },
      ...{ ramTotalBytes: 8e9, ramAvailableBytes: 6e9, swapTotalBytes: 1e9, swapUsedBytes: 2.5e8 },
      ...{ diskTotalBytes: 1e11, diskUsedBytes: 4e10, diskAvailableBytes: 4e10, uptimeSeconds: 86_400 },
      fileSystems: [
        {
          ...{ path: '/', type: 'ext4', readOnly: false, stale: false },
          ...{ totalBytes: 1e11, usedBytes: 4e10, availableBytes: 4e10 },
        },
      ],
    });
    expect(facts).toEqual({
      ...{ name: 'web-1', system: 'Debian GNU/Linux 12 (bookworm)', kernel: 'Linux 6.1.0-18-amd64', processor: null },
      ...{ cores: 2, architecture: 'x86_64', startedAt: '2023-11-14T22:13:20.000Z' },
      ...{ environment: 'virtualMachine', environmentName: 'QEMU' },
    });
    expect([version, problem]).toEqual(['node_exporter 1.9.1', undefined]);
  });

  test('gives rates with the one before: of cards and disks alone, and percent of the time between', async () => {
    const before = { busy: 100, idle: 900, received: 1000, sent: 2000, read: 3000, written: 4000, waiting: 5 };
    const after = { busy: 102, idle: 908, received: 2000, sent: 4000, read: 6000, written: 8000, waiting: 5.5 };
    const { cpuPercent, corePercents, network, diskActivity, kernelFigures } = await readTwo(before, after);
    expect([cpuPercent, corePercents]).toEqual([20, [20, 20]]);
    expect([network, diskActivity]).toEqual([
      { received: 100, sent: 200 },
      { read: 300, written: 400 },
    ]);
    expect(kernelFigures).toEqual({ memoryPressurePercent: 5 });
  });

  test('after a boot has no rates once, whether the time of the boot says so or the counters', async () => {
    const before = { busy: 100, idle: 900, received: 1e9, waiting: 50 };
    const anew = { busy: 1, idle: 9, received: 100, waiting: 0 };
    for (const bootSeconds of [1_700_086_000, 1_700_000_000]) {
      const read = createReader();
      await read(nodeText(before));
      const none = {
        cpuPercent: null,
        network: null,
        diskActivity: null,
        kernelFigures: { memoryPressurePercent: null },
      };
      expect((await read(nodeText({ ...anew, bootSeconds }), 10)).reading).toMatchObject(none);
      const next = nodeText({ ...anew, busy: 6, idle: 14, received: 1100, bootSeconds });
      expect((await read(next, 20)).reading).toMatchObject({ cpuPercent: 50, network: { received: 100 } });
    }
  });

  test('with one counter that has been reset, such as that of a card, has the others', async () => {
    const { cpuPercent, network } = await readTwo(
      { busy: 100, idle: 900, received: 1e9, sent: 1000 },
      { busy: 105, idle: 905, received: 10, sent: 3000 },
    );
    expect([cpuPercent, network]).toEqual([50, { received: 0, sent: 200 }]);
  });

  test('always gives figures that the history can store', async () => {
    const figure = fc.oneof(fc.double(), fc.double({ min: 0, max: 1e15 }), fc.maxSafeNat());
    const moment = fc.record({
      ...{ busy: figure, idle: figure, received: figure, sent: figure, read: figure, written: figure },
      ...{ waiting: figure, bootSeconds: figure, nowSeconds: figure },
    });
    const number = fc.tuple(fc.nat(60), figure);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(moment, number), { minLength: 1, maxLength: 4 }), async (moments) => {
        const read = createReader();
        for (const [index, [one, [line, value]]] of moments.entries()) {
          // Replaces the figure of any line.
          const lines = nodeText(one).split('\n');
          lines[line] = (lines[line] ?? '').replace(/ \S+$/, ` ${value}`);
          const { reading } = await read(lines.join('\n'), index * 10);
          const sample = createStoredSample({ ...reading, sampledAt: NOW.toISOString() });
          expect(() => encodeColumns(columnsOfSamples(NOW.getTime(), [sample]))).not.toThrow();
        }
      }),
    );
  });

  test('says what is missing, and is none without processors and memory', async () => {
    const without = (pattern: RegExp) => nodeText({ busy: 1, idle: 9 }).replace(pattern, '');
    const read = createReader();
    const noMemory = await read(without(/^node_memory_Mem.*\n/gm));
    expect(noMemory).toMatchObject({
      problem: { code: 'INCOMPLETE', detail: 'memory' },
      reading: { ramTotalBytes: null },
    });
    const noDisk = await read(without(/^node_filesystem.*\n/gm), 10);
    expect(noDisk).toMatchObject({
      problem: { code: 'INCOMPLETE', detail: 'filesystem' },
      reading: { diskTotalBytes: null, fileSystems: null },
    });
    for (const text of ['go_goroutines 8\n', '', '<html><body>Hello</body></html>\n', 'node_load1 1\n']) {
      await expect(read(text)).rejects.toMatchObject({ problem: { code: 'NOT_METRICS' } });
    }
  });

  test('lists each file system once, those that do not answer without sizes, and images as read-only', async () => {
    const text = `${nodeText({ busy: 1, idle: 9 })}node_filesystem_size_bytes{device="/dev/sda1",fstype="ext4",mountpoint="/var/lib/bind"} 1e+11
node_filesystem_device_error{device="nas:/export",fstype="nfs4",mountpoint="/mnt/nas"} 1
node_filesystem_size_bytes{device="/dev/loop0",fstype="squashfs",mountpoint="/snap/core"} 100
node_filesystem_free_bytes{device="/dev/loop0",fstype="squashfs",mountpoint="/snap/core"} 0
node_filesystem_avail_bytes{device="/dev/loop0",fstype="squashfs",mountpoint="/snap/core"} 0
node_filesystem_size_bytes{device="/dev/sdb1",fstype="ext4",mountpoint="/mnt/ro"} 100
node_filesystem_readonly{device="/dev/sdb1",fstype="ext4",mountpoint="/mnt/ro"} 1
`;
    const { reading } = await createReader()(text);
    expect(
      reading.fileSystems?.map(({ path, totalBytes, readOnly, stale }) => [path, totalBytes, readOnly, stale]),
    ).toEqual([
      ['/', 1e11, false, false],
      ['/mnt/nas', null, false, true],
      ['/mnt/ro', null, true, false],
      ['/snap/core', 100, true, false],
    ]);
  });

  test('of ZFS counts the cache as available, and of sensors that of the processor', async () => {
    const text = `${nodeText({ busy: 1, idle: 9 })}node_zfs_arc_size 1.5e+09
node_zfs_arc_c_min 5e+08
node_hwmon_chip_names{chip="platform_coretemp_0",chip_name="coretemp"} 1
node_hwmon_sensor_label{chip="platform_coretemp_0",label="package_id_0",sensor="temp1"} 1
node_hwmon_sensor_label{chip="platform_coretemp_0",label="core_0",sensor="temp2"} 1
node_hwmon_temp_celsius{chip="platform_coretemp_0",sensor="temp1"} 51
node_hwmon_temp_celsius{chip="platform_coretemp_0",sensor="temp2"} 55
node_hwmon_temp_celsius{chip="nvme_nvme0",sensor="temp1"} 70
`;
    expect((await createReader()(text)).reading).toMatchObject({ ramAvailableBytes: 7e9, cpuTemperatureCelsius: 51 });
  });

  test('of a bond counts the bond, not its cards as well; in a container its only interface', async () => {
    const device = (name: string, received: number, assigned: number, address: string, link = '') =>
      `node_network_receive_bytes_total{device="${name}"} ${received}
node_network_transmit_bytes_total{device="${name}"} 0
node_network_protocol_type{device="${name}"} 1
node_network_address_assign_type{device="${name}"} ${assigned}
node_network_info{address="${address}",device="${name}"} 1
${link}`;
    const machine = nodeText({ busy: 1, idle: 9 }).replace(/^node_network.*\n/gm, '');
    const bond = (factor: number) =>
      machine +
      device('eth0', 60 * factor, 0, '02:00:00:00:00:01') +
      device('eth1', 40 * factor, 3, '02:00:00:00:00:01') +
      device('bond0', 100 * factor, 2, '02:00:00:00:00:01') +
      device('eth2', 10 * factor, 0, '02:00:00:00:00:02') +
      'node_bonding_slaves{master="bond0"} 2\n';
    const read = createReader();
    await read(bond(1));
    expect((await read(bond(2), 10)).reading.network).toEqual({ received: 11, sent: 0 });
    const pair = 'node_network_iface_id{device="eth0"} 4\nnode_network_iface_link{device="eth0"} 5\n';
    const container = (received: number) => machine + device('eth0', received, 3, '02:42:00:00:00:01', pair);
    const readContainer = createReader();
    await readContainer(container(0));
    expect((await readContainer(container(100), 10)).reading.network).toEqual({ received: 10, sent: 0 });
  });
});

test('an answer of windows_exporter has what means the same', async () => {
  const read = createReader();
  const { reading, facts, version, problem } = await read(WINDOWS_TEXT);
  expect(reading).toMatchObject({
    ...{ cpuPercent: null, loadAverage: null, ramTotalBytes: 1.6e10, ramAvailableBytes: 1.2e10 },
    ...{ swapTotalBytes: 2e9, swapUsedBytes: 5e8, diskTotalBytes: 2e11, diskUsedBytes: 1.5e11, uptimeSeconds: 86_400 },
    fileSystems: [{ path: 'C:', type: 'NTFS', totalBytes: 2e11, availableBytes: 5e10 }],
  });
  expect(facts).toMatchObject({
    name: 'WIN-1',
    system: 'Microsoft Windows Server 2022 Standard',
    kernel: 'Windows NT 20348',
  });
  expect([version, problem]).toEqual(['windows_exporter 0.30.4', undefined]);
  const later = WINDOWS_TEXT.replace('"idle"} 900', '"idle"} 906')
    .replace('"user"} 60', '"user"} 63')
    .replace('"privileged"} 40', '"privileged"} 41')
    .replace('received_total{nic="Intel(R) Ethernet"} 1000', 'received_total{nic="Intel(R) Ethernet"} 2000');
  expect((await read(later, 10)).reading).toMatchObject({ cpuPercent: 40, network: { received: 100, sent: 0 } });
});
