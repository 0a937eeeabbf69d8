import { celsiusOfProcessor } from '../../host/cpu-temperature.js';
import { environmentOfHardware } from '../../host/facts/environment.js';
import type { HostFacts } from '../../host/facts/host-facts.js';
import { holdsData, isImage } from '../../host/file-systems/mounts.js';
import type { FileSystem, HostReading } from '../../host/host-metrics.js';
import type { CpuTimes } from '../../host/proc-files.js';
import { isVirtualDisk } from '../../host/real-disks.js';
import { units } from '../../measure.js';
import {
  bootTime,
  bytesOf,
  coresOf,
  diskOf,
  type ExporterFigures,
  listedFileSystems,
  trafficOf,
  uptimeOf,
  usedOf,
} from './exporter-figures.js';
import type { Exposition } from './exposition.js';
import { countedInterfaces } from './node-exporter-interfaces.js';

/** Prefix of all names of node_exporter. */
export const NODE_PREFIX = 'node_';

/** The same modes count as busy as in the figures of the own machine (decision 091). */
const CPU_SECONDS = {
  name: 'node_cpu_seconds_total',
  label: 'cpu',
  busy: ['user', 'nice', 'system', 'irq', 'softirq', 'steal'],
  idle: ['idle', 'iowait'],
};

/** Reads an answer of node_exporter 1.x. The same counts as on the own machine (decision 091). */
export function readNodeExporter(exposition: Exposition): ExporterFigures {
  const bootSeconds = exposition.value('node_boot_time_seconds');
  const cores = readCores(exposition);
  const fileSystems = readFileSystems(exposition);
  const swap = usedOf(exposition.value('node_memory_SwapTotal_bytes'), exposition.value('node_memory_SwapFree_bytes'));
  const disks = trafficOf(exposition, 'node_disk_read_bytes_total', 'node_disk_written_bytes_total', 'device');
  const version = exposition.labels('node_exporter_build_info')?.version;
  return {
    amounts: {
      cpuTemperatureCelsius: readTemperature(exposition),
      loadAverage: readLoad(exposition),
      ...readMemory(exposition),
      swapTotalBytes: swap.totalBytes,
      swapUsedBytes: swap.usedBytes,
      ...diskOf(fileSystems, '/'),
      fileSystems,
      uptimeSeconds: uptimeOf(exposition.value('node_time_seconds'), bootSeconds),
      limits: null,
      stale: [],
    },
    cores,
    network: countedInterfaces(exposition),
    disks: disks && new Map([...disks].filter(([name]) => !isVirtualDisk(name))),
    memoryWaitingSeconds: exposition.value('node_pressure_memory_waiting_seconds_total'),
    bootSeconds,
    facts: readFacts(exposition, cores?.size ?? 0, bootSeconds),
    version: version === undefined ? undefined : `node_exporter ${version}`,
  };
}

function readCores(exposition: Exposition): ReadonlyMap<string, CpuTimes> | undefined {
  const cores = coresOf(exposition, CPU_SECONDS);
  // Names are numbers, which the exporter lists as text: 0, 1, 10, 11, 2.
  return cores && new Map([...cores].sort(([a], [b]) => Number(a) - Number(b)));
}

function readMemory(exposition: Exposition): Pick<HostReading, 'ramTotalBytes' | 'ramAvailableBytes'> {
  const total = bytesOf(exposition.value('node_memory_MemTotal_bytes'));
  const available = bytesOf(exposition.value('node_memory_MemAvailable_bytes'));
  if (total === null || available === null) return { ramTotalBytes: null, ramAvailableBytes: null };
  const [cache = 0, least = 0] = [exposition.value('node_zfs_arc_size'), exposition.value('node_zfs_arc_c_min')];
  const reclaimable = bytesOf(Math.max(0, cache - least)) ?? 0;
  return { ramTotalBytes: total, ramAvailableBytes: Math.min(total, available + reclaimable) };
}

function readLoad(exposition: Exposition): HostReading['loadAverage'] {
  const [one, five, fifteen] = ['node_load1', 'node_load5', 'node_load15'].map((name) => exposition.value(name));
  const isLoad = (load: number | undefined) => load !== undefined && load >= 0 && load <= units.load.highest;
  return isLoad(one) && isLoad(five) && isLoad(fifteen) ? [Number(one), Number(five), Number(fifteen)] : null;
}

/** Lists each file system that holds data once, at its shortest path. */
function readFileSystems(exposition: Exposition): readonly FileSystem[] | null {
  if (!exposition.has('node_filesystem_size_bytes') && !exposition.has('node_filesystem_device_error')) return null;
  const free = exposition.by('node_filesystem_free_bytes', 'mountpoint');
  const available = exposition.by('node_filesystem_avail_bytes', 'mountpoint');
  const readOnly = exposition.by('node_filesystem_readonly', 'mountpoint');
  const bySource = new Map<string, FileSystem>();
  const add = (labels: Readonly<Record<string, string>>, size: number | undefined) => {
    const { device = '', fstype: type = '', mountpoint: path = '' } = labels;
    // A file system without blocks holds no data.
    if (path === '' || size === 0 || !holdsData({ path, type, source: device })) return;
    const known = bySource.get(device);
    if (known && known.path.length <= path.length) return;
    const { totalBytes, usedBytes } = usedOf(size, free.get(path));
    const availableBytes = totalBytes === null ? null : bytesOf(available.get(path));
    const isReadOnly = readOnly.get(path) === 1 || isImage(type);
    bySource.set(device, {
      path,
      type,
      readOnly: isReadOnly,
      totalBytes,
      usedBytes,
      availableBytes,
      stale: size === undefined,
    });
  };
  for (const { labels, value } of exposition.series('node_filesystem_size_bytes')) add(labels, value);
  for (const { labels, value } of exposition.series('node_filesystem_device_error')) {
    if (value === 1) add(labels, undefined);
  }
  return listedFileSystems([...bySource.values()].sort((a, b) => (a.path < b.path ? -1 : 1)));
}

function readTemperature(exposition: Exposition): number | null {
  const drivers = new Map(
    exposition.series('node_hwmon_chip_names').map(({ labels }) => [labels.chip, labels.chip_name]),
  );
  const sensorOf = ({ chip, sensor }: Readonly<Record<string, string>>) => `${chip} ${sensor}`;
  const names = new Map(
    exposition.series('node_hwmon_sensor_label').map(({ labels }) => [sensorOf(labels), labels.label ?? '']),
  );
  const monitors = exposition.series('node_hwmon_temp_celsius').map(({ labels, value }) => ({
    // Earlier versions have written spaces as underlines.
    name: `hwmon:${drivers.get(labels.chip) ?? ''} ${(names.get(sensorOf(labels)) ?? '').replaceAll('_', ' ')}`,
    celsius: value,
  }));
  const zones = exposition
    .series('node_thermal_zone_temp')
    .map(({ labels, value }) => ({ name: `thermal:${labels.type}`, celsius: value }));
  return celsiusOfProcessor([...monitors, ...zones]);
}

function readFacts(exposition: Exposition, cores: number, bootSeconds: number | undefined): HostFacts | undefined {
  const uname = exposition.labels('node_uname_info');
  if (!uname) return undefined;
  const { nodename = '', sysname = '', release = '', machine } = uname;
  const os = exposition.labels('node_os_info');
  const dmi = exposition.labels('node_dmi_info') ?? {};
  const hardware = [dmi.system_vendor, dmi.product_name, dmi.board_vendor, dmi.bios_vendor];
  return {
    name: nodename,
    system: os?.pretty_name || os?.name || sysname,
    kernel: `${sysname} ${release}`.trim(),
    processor: exposition.labels('node_cpu_info')?.model_name || null,
    cores: Math.max(1, cores),
    ...(machine && { architecture: machine }),
    startedAt: bootTime(bootSeconds),
    ...environmentOfHardware(hardware.map((text) => text ?? '').join('\n')),
  };
}
