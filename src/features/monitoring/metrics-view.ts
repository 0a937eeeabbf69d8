import { fileSystemPercent } from './disk-usage.js';
import type { FileSystem, HostSource, ResourceLimits } from './host/host-metrics.js';
import { collectFigures, type FieldMeasure, type Figures, round } from './measures.js';
import type { Sample } from './sampler.js';

/** Load averages over one, five and fifteen minutes. */
export interface LoadView {
  readonly one: number;
  readonly five: number;
  readonly fifteen: number;
}

/** Sizes in GB; null until the file system has answered for the first time. */
export interface FileSystemView {
  readonly path: string;
  readonly type: string;
  readonly total: number | null;
  readonly used: number | null;
  readonly usedPercent: number | null;
  readonly readOnly: boolean;
  readonly stale: boolean;
}

/** Limits of the service's own container or unit: memory in GB, and number of processors. */
export interface LimitsView {
  readonly memoryLimit: number | null;
  readonly memoryUsed: number | null;
  readonly processors: number | null;
}

/**
 * A sample as seen by clients: GB of 1024³ bytes with two decimals, percentages with one, and bytes per second
 * (contract 4).
 */
export interface MetricsView extends Pick<Figures, FieldMeasure> {
  readonly ramTotal: number | null;
  readonly ramUsed: number | null;
  readonly memoryUsed: number | null;
  readonly memoryTotal: number | null;
  readonly sampledAt: string;
  readonly corePercents: readonly number[] | null;
  readonly loadAverage: LoadView | null;
  readonly swapTotal: number | null;
  readonly swapUsed: number | null;
  readonly fileSystems: readonly FileSystemView[] | null;
  readonly uptimeSeconds: number | null;
  readonly ramUsedBytes: number | null;
  readonly diskUsedBytes: number | null;
  readonly diskAvailableBytes: number | null;
  readonly limits: LimitsView | null;
  readonly stale: readonly HostSource[];
}

/** Converts a sample to the units and rounding of all transports. */
export function shapeMetrics(sample: Sample): MetricsView {
  const { ramTotalBytes, ramAvailableBytes } = sample;
  const ramUsedBytes = ramTotalBytes === null || ramAvailableBytes === null ? null : ramTotalBytes - ramAvailableBytes;
  const { loadAverage } = sample;
  return {
    ...collectFigures(sample),
    ramTotal: gigabytes(ramTotalBytes),
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
    swapTotal: gigabytes(sample.swapTotalBytes),
    swapUsed: gigabytes(sample.swapUsedBytes),
    fileSystems: sample.fileSystems?.map(shapeFileSystem) ?? null,
    uptimeSeconds: sample.uptimeSeconds,
    ramUsedBytes,
    diskUsedBytes: sample.diskUsedBytes,
    diskAvailableBytes: sample.diskAvailableBytes,
    limits: sample.limits && limitsOf(sample.limits),
    stale: sample.stale,
  };
}

function shapeFileSystem(fileSystem: FileSystem): FileSystemView {
  const { path, type, readOnly, totalBytes, usedBytes, stale } = fileSystem;
  const known = totalBytes !== null && usedBytes !== null;
  return {
    path,
    type,
    total: known ? gigabytes(totalBytes) : null,
    used: known ? gigabytes(usedBytes) : null,
    usedPercent: fileSystemPercent(fileSystem),
    readOnly,
    stale,
  };
}

function limitsOf({ memoryLimitBytes, memoryUsedBytes, processors }: ResourceLimits): LimitsView {
  return {
    memoryLimit: gigabytes(memoryLimitBytes),
    memoryUsed: gigabytes(memoryUsedBytes),
    processors: processors === null ? null : round(processors, 2),
  };
}

const BYTES_PER_GB = 1024 ** 3;

function gigabytes(bytes: number | null): number | null {
  return bytes === null ? null : round(bytes / BYTES_PER_GB, 2);
}
