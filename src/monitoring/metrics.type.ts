import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import type { FileSystem, HostSource, ResourceLimits } from './host/host-metrics.js';
import type { Sample } from './sampler.js';

/** What may fail to answer, by its name in the schema. */
export enum MetricsSource {
  CPU = 'CPU',
  MEMORY = 'MEMORY',
  DISK = 'DISK',
  NETWORK = 'NETWORK',
  DISK_ACTIVITY = 'DISK_ACTIVITY',
  FILE_SYSTEMS = 'FILE_SYSTEMS',
  LIMITS = 'LIMITS',
}

registerEnumType(MetricsSource, {
  name: 'MetricsSource',
  description: 'A part of the host that is asked by itself.',
});

@ObjectType({ description: 'Programs that run or wait to, on average.' })
export class LoadAverage {
  @Field(() => Float, { description: 'Over the last minute.' })
  one!: number;

  @Field(() => Float, { description: 'Over the last five minutes.' })
  five!: number;

  @Field(() => Float, { description: 'Over the last fifteen minutes.' })
  fifteen!: number;
}

@ObjectType('FileSystem', { description: 'A mounted file system that holds data.' })
export class FileSystemType {
  @Field(() => String, { description: 'Where it is mounted.' })
  path!: string;

  @Field(() => String, { description: 'Its type, such as ext4 or nfs4.' })
  type!: string;

  @Field(() => Float, { nullable: true, description: 'Size, GB; null as long as it has never answered.' })
  total!: number | null;

  @Field(() => Float, { nullable: true, description: 'In use, GB.' })
  used!: number | null;

  @Field(() => Float, { nullable: true, description: 'In use, percent.' })
  usedPercent!: number | null;

  @Field(() => Boolean, { description: 'Whether it did not answer in time: the sizes are the last that came.' })
  stale!: boolean;
}

@ObjectType('ResourceLimits', {
  description: 'What the service itself may use where that is less than the host has: in a container, or by its unit.',
})
export class ResourceLimitsType {
  @Field(() => Float, { nullable: true, description: 'Memory it may use, GB.' })
  memoryLimit!: number | null;

  @Field(() => Float, { nullable: true, description: 'Memory that its group uses, GB.' })
  memoryUsed!: number | null;

  @Field(() => Float, { nullable: true, description: 'Processors whose time it may use.' })
  processors!: number | null;
}

/**
 * The metrics object (specification §2.4), whose six fields are always the host's, and what else a sample holds
 * (contract §4). GB are 1024³ bytes with two decimals. Null stands for what this host does not tell.
 */
@ObjectType({ description: 'What the host is doing. GB means 1024³ bytes; null stands for what it does not tell.' })
export class Metrics {
  @Field(() => Float, { description: 'Processors busy since the previous sample, percent.' })
  cpuPercent!: number;

  @Field(() => Float, { description: 'Memory in use, percent.' })
  ramPercent!: number;

  @Field(() => Float, { description: 'Memory, GB.' })
  ramTotal!: number;

  @Field(() => Float, { description: 'Memory in use (total less available), GB.' })
  ramUsed!: number;

  @Field(() => Float, { description: 'Disk in use, GB.' })
  memoryUsed!: number;

  @Field(() => Float, { description: 'Disk, GB.' })
  memoryTotal!: number;

  @Field(() => String, { description: 'When the sample was taken: ISO 8601, UTC, milliseconds.' })
  sampledAt!: string;

  @Field(() => [Float], { nullable: true, description: 'Each processor, percent, as cpuPercent.' })
  corePercents!: readonly number[] | null;

  @Field(() => LoadAverage, { nullable: true })
  loadAverage!: LoadAverage | null;

  @Field(() => Float, { description: 'Swap in use, percent; 0 where there is none.' })
  swapPercent!: number;

  @Field(() => Float, { description: 'Swap, GB; 0 where there is none.' })
  swapTotal!: number;

  @Field(() => Float, { description: 'Swap in use, GB.' })
  swapUsed!: number;

  @Field(() => Float, { description: 'Disk in use (memoryUsed of memoryTotal), percent.' })
  diskPercent!: number;

  @Field(() => Float, { nullable: true, description: 'Received over the network since the previous sample, bytes/s.' })
  networkReceived!: number | null;

  @Field(() => Float, { nullable: true, description: 'Sent over the network since the previous sample, bytes/s.' })
  networkSent!: number | null;

  @Field(() => Float, { nullable: true, description: 'Read from the disks since the previous sample, bytes/s.' })
  diskRead!: number | null;

  @Field(() => Float, { nullable: true, description: 'Written to the disks since the previous sample, bytes/s.' })
  diskWritten!: number | null;

  @Field(() => [FileSystemType], { nullable: true })
  fileSystems!: readonly FileSystemType[] | null;

  @Field(() => Float, { description: 'Whole seconds since the host was started.' })
  uptimeSeconds!: number;

  @Field(() => Float, { description: 'Memory in use, bytes.' })
  ramUsedBytes!: number;

  @Field(() => Float, { description: 'Disk in use, bytes.' })
  diskUsedBytes!: number;

  @Field(() => ResourceLimitsType, { nullable: true })
  limits!: ResourceLimitsType | null;

  @Field(() => [MetricsSource], { description: 'What did not answer in time: its figures are the last that came.' })
  stale!: readonly MetricsSource[];
}

/** A sample in the units and roundings that clients see: the same on every face. */
export function metricsOf(sample: Sample): Metrics {
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
    stale: sample.stale.map((source) => sources[source]),
  };
}

const sources: Readonly<Record<HostSource, MetricsSource>> = {
  cpu: MetricsSource.CPU,
  memory: MetricsSource.MEMORY,
  disk: MetricsSource.DISK,
  network: MetricsSource.NETWORK,
  diskActivity: MetricsSource.DISK_ACTIVITY,
  fileSystems: MetricsSource.FILE_SYSTEMS,
  limits: MetricsSource.LIMITS,
};

function fileSystemOf({ path, type, totalBytes, usedBytes, stale }: FileSystem): FileSystemType {
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

function limitsOf({ memoryLimitBytes, memoryUsedBytes, processors }: ResourceLimits): ResourceLimitsType {
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
