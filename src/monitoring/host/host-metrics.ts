/** What the host is doing, in bytes and percent, unrounded. Null stands for what this system does not tell. */
export interface HostReading {
  /** Share of the time since the previous reading in which the processors were busy, 0–100. */
  readonly cpuPercent: number;
  /** The same for each processor, in the system's order. */
  readonly corePercents: readonly number[] | null;
  /** Of the processor: of its package, or else the highest of its parts. */
  readonly cpuTemperatureCelsius: number | null;
  /** Programs that run or wait to, on average over the last minute, five and fifteen. */
  readonly loadAverage: readonly [one: number, five: number, fifteen: number] | null;
  readonly ramTotalBytes: number;
  /** Memory that programs could still get: free plus what caches would give back. */
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
  /** What this process may use at most, where that is less than the host has: in a container, or by a unit's limits. */
  readonly limits: ResourceLimits | null;
  /** What did not answer in time: its figures are the last that came. */
  readonly stale: readonly HostSource[];
}

/** The parts of the system that are asked by themselves, and may hang by themselves. */
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

/** One mounted file system. */
export interface FileSystem {
  /** Where it is mounted. */
  readonly path: string;
  /** Its type: `ext4`, `nfs4` … */
  readonly type: string;
  /** Null as long as it has never answered. */
  readonly totalBytes: number | null;
  readonly usedBytes: number | null;
  /** Whether it did not answer in time: the sizes are the last that came. */
  readonly stale: boolean;
}

/** The limits of the control group that this process is in; null where there is none. */
export interface ResourceLimits {
  readonly memoryLimitBytes: number | null;
  readonly memoryUsedBytes: number | null;
  /** How many processors' time it may use. */
  readonly processors: number | null;
}

/** The operating system, as far as the sampler asks it. */
export interface HostMetrics {
  /**
   * Reads the host now. Shares and speeds are counted from the previous call, so the first call only sets the mark and
   * says 0. Resolves within about a second, whatever hangs.
   *
   * @throws when something that has never answered is not there: processors, memory or the monitored path.
   */
  read(): Promise<HostReading>;
}
