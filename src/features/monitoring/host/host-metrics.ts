/** A reading of the host, in bytes, percent and °C, unrounded. Null stands for what this system does not report. */
export interface HostReading {
  /** Share of the time since the previous reading in which the processors were busy, 0–100. */
  readonly cpuPercent: number;
  /** The same for each processor, in the system's order. */
  readonly corePercents: readonly number[] | null;
  /** Of the processor: of its package, or else the highest of its parts. */
  readonly cpuTemperatureCelsius: number | null;
  /** The average number of programs that run or wait to, over the last one, five and fifteen minutes. */
  readonly loadAverage: readonly [one: number, five: number, fifteen: number] | null;
  readonly ramTotalBytes: number;
  /** Memory that programs could still get: what is free, and what caches would release. */
  readonly ramAvailableBytes: number;
  /** 0 where there is no swap. */
  readonly swapTotalBytes: number;
  readonly swapUsedBytes: number;
  /** The file system of the monitored path. */
  readonly diskTotalBytes: number;
  readonly diskUsedBytes: number;
  /** Bytes a second over the network since the previous reading, all network cards together. */
  readonly network: { readonly received: number; readonly sent: number } | null;
  /** Bytes a second to and from the disks since the previous reading, all disks together. */
  readonly diskActivity: { readonly read: number; readonly written: number } | null;
  /** Every file system that holds data. */
  readonly fileSystems: readonly FileSystem[] | null;
  readonly uptimeSeconds: number;
  /** What this process may use, where that is less than the host has: in a container, or by the limits of a unit. */
  readonly limits: ResourceLimits | null;
  /** What the kernel has counted since the machine was started; left out where it is not known. */
  readonly counters?: HostCounters | undefined;
  /** The sources that did not answer in time: their figures are the last known. */
  readonly stale: readonly HostSource[];
}

/** The parts of the system that are read separately, because each of them may hang. */
export const hostSources = [
  'cpu',
  'temperature',
  'memory',
  'disk',
  'network',
  'diskActivity',
  'fileSystems',
  'limits',
] as const;

export type HostSource = (typeof hostSources)[number];

/** Counters of the kernel, each of which only grows until the machine is started again. */
export interface HostCounters {
  /** Of each processor, by the modes that the kernel tells apart. */
  readonly cpuSeconds: readonly CpuSeconds[];
  /** Of each real network card and disk. */
  readonly network: readonly DeviceBytes[];
  readonly disks: readonly DeviceBytes[];
}

/** How long a processor was in each mode. */
export interface CpuSeconds {
  /** Its number, as the kernel has it. */
  readonly cpu: string;
  readonly user: number;
  readonly nice: number;
  readonly system: number;
  readonly idle: number;
  readonly iowait: number;
  readonly irq: number;
  readonly softirq: number;
  readonly steal: number;
}

/** What went into a device and out of it: received and sent, or read and written. */
export interface DeviceBytes {
  readonly device: string;
  readonly inBytes: number;
  readonly outBytes: number;
}

/** One mounted file system. */
export interface FileSystem {
  /** Where it is mounted. */
  readonly path: string;
  /** Its type: `ext4`, `nfs4` … */
  readonly type: string;
  /** Null until it answers for the first time. */
  readonly totalBytes: number | null;
  readonly usedBytes: number | null;
  /** Whether it did not answer in time: then the sizes are the last known. */
  readonly stale: boolean;
}

/** The limits of the control group that this process is in; null where there is none. */
export interface ResourceLimits {
  readonly memoryLimitBytes: number | null;
  readonly memoryUsedBytes: number | null;
  /** How many processors' time it may use. */
  readonly processors: number | null;
}

/** The operating system, as far as the sampler reads it. */
export interface HostMetrics {
  /**
   * Reads the host now. Percentages of processor time and transfer rates are those since the previous call; the first
   * call gives 0. Resolves within about a second, even when a source hangs.
   *
   * @throws when processors, memory or the monitored path fail and have never answered before.
   */
  read(): Promise<HostReading>;
}
