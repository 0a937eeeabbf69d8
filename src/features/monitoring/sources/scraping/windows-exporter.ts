import type { HostFacts } from '../../host/facts/host-facts.js';
import type { FileSystem } from '../../host/host-metrics.js';
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

/** Prefix of all names of windows_exporter. */
export const WINDOWS_PREFIX = 'windows_';

/** Interrupts and deferred calls are part of `privileged`. */
const CPU_SECONDS = { name: 'windows_cpu_time_total', label: 'core', busy: ['user', 'privileged'], idle: ['idle'] };

/** Volumes with a letter; the others are parts that Windows keeps for itself. */
const VOLUME = /^[A-Z]:$/;

/** Network cards that lead nowhere, or whose traffic another one has too. */
const VIRTUAL_CARD = /isatap|teredo|6to4|loopback|vethernet|hyper-v virtual|wan miniport|kernel debug/i;

/**
 * Reads an answer of windows_exporter, as far as its figures mean the same as node_exporter's.
 *
 * @param nowSeconds the present, in unixtime: the exporter's own clock is not among its usual figures.
 */
export function readWindowsExporter(exposition: Exposition, nowSeconds: number): ExporterFigures {
  const first = (...names: readonly string[]) =>
    names.map((name) => exposition.value(name)).find((value) => value !== undefined);
  const bootSeconds = first(
    'windows_system_boot_time_timestamp_seconds',
    'windows_system_boot_time_timestamp',
    'windows_system_system_up_time',
  );
  const ramTotal = bytesOf(first('windows_memory_physical_total_bytes', 'windows_cs_physical_memory_bytes'));
  const ramAvailable = bytesOf(
    first(
      'windows_memory_available_bytes',
      'windows_memory_physical_free_bytes',
      'windows_os_physical_memory_free_bytes',
    ),
  );
  const hasMemory = ramTotal !== null && ramAvailable !== null;
  const swap = usedOf(
    first('windows_pagefile_limit_bytes', 'windows_os_paging_limit_bytes'),
    first('windows_pagefile_free_bytes', 'windows_os_paging_free_bytes'),
  );
  const cores = coresOf(exposition, CPU_SECONDS);
  const fileSystems = readVolumes(exposition);
  const network = trafficOf(exposition, 'windows_net_bytes_received_total', 'windows_net_bytes_sent_total', 'nic');
  const version = exposition.labels('windows_exporter_build_info')?.version;
  return {
    amounts: {
      cpuTemperatureCelsius: null,
      loadAverage: null,
      ramTotalBytes: hasMemory ? ramTotal : null,
      ramAvailableBytes: hasMemory ? Math.min(ramTotal, ramAvailable) : null,
      swapTotalBytes: swap.totalBytes,
      swapUsedBytes: swap.usedBytes,
      ...diskOf(fileSystems, 'C:'),
      fileSystems,
      uptimeSeconds: uptimeOf(
        first('windows_time_current_timestamp_seconds', 'windows_os_time') ?? nowSeconds,
        bootSeconds,
      ),
      limits: null,
      stale: [],
    },
    cores,
    network: network && new Map([...network].filter(([name]) => !VIRTUAL_CARD.test(name))),
    disks:
      trafficOf(
        exposition,
        'windows_physical_disk_read_bytes_total',
        'windows_physical_disk_write_bytes_total',
        'disk',
      ) ??
      trafficOf(
        exposition,
        'windows_logical_disk_read_bytes_total',
        'windows_logical_disk_write_bytes_total',
        'volume',
      ),
    memoryWaitingSeconds: undefined,
    bootSeconds,
    facts: readFacts(exposition, cores?.size ?? 0, bootSeconds),
    version: version === undefined ? undefined : `windows_exporter ${version}`,
  };
}

function readVolumes(exposition: Exposition): readonly FileSystem[] | null {
  if (!exposition.has('windows_logical_disk_size_bytes')) return null;
  const free = exposition.by('windows_logical_disk_free_bytes', 'volume');
  const readOnly = exposition.by('windows_logical_disk_readonly', 'volume');
  const types = new Map(
    exposition.series('windows_logical_disk_info').map(({ labels }) => [labels.volume, labels.filesystem ?? '']),
  );
  const volumes = [...exposition.by('windows_logical_disk_size_bytes', 'volume')].filter(([path]) => VOLUME.test(path));
  return listedFileSystems(
    volumes.map(([path, size]) => ({
      ...{ path, type: types.get(path) ?? '', readOnly: readOnly.get(path) === 1, stale: false },
      ...usedOf(size, free.get(path)),
      availableBytes: bytesOf(free.get(path)),
    })),
  );
}

function readFacts(exposition: Exposition, cores: number, bootSeconds: number | undefined): HostFacts | undefined {
  const os = exposition.labels('windows_os_info');
  const names = exposition.labels('windows_os_hostname') ?? exposition.labels('windows_cs_hostname');
  if (!os && !names) return undefined;
  const build = os?.build_number ?? os?.version;
  return {
    name: names?.hostname ?? '',
    system: os?.product ?? 'Windows',
    kernel: build === undefined ? 'Windows NT' : `Windows NT ${build}`,
    processor: null,
    cores: Math.max(1, cores),
    startedAt: bootTime(bootSeconds),
    environment: 'unknown',
    environmentName: null,
  };
}
