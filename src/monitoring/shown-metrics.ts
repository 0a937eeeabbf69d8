import type { FileSystem, HostSource, ResourceLimits } from './host/host-metrics.js';
import type { Sample } from './sampler.js';

/** The load averages of one, five and fifteen minutes. */
export interface ShownLoad {
  readonly one: number;
  readonly five: number;
  readonly fifteen: number;
}

/** A file system: sizes in GB, null as long as it has never answered. */
export interface ShownFileSystem {
  readonly path: string;
  readonly type: string;
  readonly total: number | null;
  readonly used: number | null;
  readonly usedPercent: number | null;
  readonly stale: boolean;
}

/** The limits of the service's own container or unit: memory in GB, processors. */
export interface ShownLimits {
  readonly memoryLimit: number | null;
  readonly memoryUsed: number | null;
  readonly processors: number | null;
}

/** A sample as clients see it: GB of 1024³ bytes with two decimals, percent with one, bytes a second (contract 4). */
export interface ShownMetrics {
  readonly cpuPercent: number;
  readonly ramPercent: number;
  readonly ramTotal: number;
  readonly ramUsed: number;
  readonly memoryUsed: number;
  readonly memoryTotal: number;
  readonly sampledAt: string;
  readonly corePercents: readonly number[] | null;
  readonly loadAverage: ShownLoad | null;
  readonly swapPercent: number;
  readonly swapTotal: number;
  readonly swapUsed: number;
  readonly diskPercent: number;
  readonly networkReceived: number | null;
  readonly networkSent: number | null;
  readonly diskRead: number | null;
  readonly diskWritten: number | null;
  readonly fileSystems: readonly ShownFileSystem[] | null;
  readonly uptimeSeconds: number;
  readonly ramUsedBytes: number;
  readonly diskUsedBytes: number;
  readonly limits: ShownLimits | null;
  readonly stale: readonly HostSource[];
}

/** A sample in the units and roundings that clients see: the same on every transport. */
export function metricsOf(sample: Sample): ShownMetrics {
  const ramUsedBytes = sample.ramTotalBytes - sample.ramAvailableBytes;
  const { loadAverage, network, diskActivity } = sample;
  return {
    cpuPercent: round(sample.cpuPercent, 1),
    ramPercent: percent(ramUsedBytes, sample.ramTotalBytes),
    ramTotal: gigabytes(sample.ramTotalBytes),
    ramUsed: gigabytes(ramUsedBytes),
    memoryUsed: gigabytes(sample.diskUsedBytes),
    memoryTotal: gigabytes(sample.diskTotalBytes),
    sampledAt: sample.sampledAt,
    corePercents: sample.corePercents?.map((core) => round(core, 1)) ?? null,
    loadAverage: loadAverage && {
      one: round(loadAverage[0], 2),
      five: round(loadAverage[1], 2),
      fifteen: round(loadAverage[2], 2),
    },
    swapPercent: percent(sample.swapUsedBytes, sample.swapTotalBytes),
    swapTotal: gigabytes(sample.swapTotalBytes),
    swapUsed: gigabytes(sample.swapUsedBytes),
    diskPercent: percent(sample.diskUsedBytes, sample.diskTotalBytes),
    networkReceived: network && Math.round(network.received),
    networkSent: network && Math.round(network.sent),
    diskRead: diskActivity && Math.round(diskActivity.read),
    diskWritten: diskActivity && Math.round(diskActivity.written),
    fileSystems: sample.fileSystems?.map(fileSystemOf) ?? null,
    uptimeSeconds: sample.uptimeSeconds,
    ramUsedBytes,
    diskUsedBytes: sample.diskUsedBytes,
    limits: sample.limits && limitsOf(sample.limits),
    stale: sample.stale,
  };
}

function fileSystemOf({ path, type, totalBytes, usedBytes, stale }: FileSystem): ShownFileSystem {
  const known = totalBytes !== null && usedBytes !== null;
  return {
    path,
    type,
    total: known ? gigabytes(totalBytes) : null,
    used: known ? gigabytes(usedBytes) : null,
    usedPercent: known ? percent(usedBytes, totalBytes) : null,
    stale,
  };
}

function limitsOf({ memoryLimitBytes, memoryUsedBytes, processors }: ResourceLimits): ShownLimits {
  return {
    memoryLimit: memoryLimitBytes === null ? null : gigabytes(memoryLimitBytes),
    memoryUsed: memoryUsedBytes === null ? null : gigabytes(memoryUsedBytes),
    processors: processors === null ? null : round(processors, 2),
  };
}

const BYTES_PER_GB = 1024 ** 3;

function gigabytes(bytes: number): number {
  return round(bytes / BYTES_PER_GB, 2);
}

/** With one decimal; 0 of nothing. */
function percent(part: number, whole: number): number {
  return whole > 0 ? round((part / whole) * 100, 1) : 0;
}

function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
