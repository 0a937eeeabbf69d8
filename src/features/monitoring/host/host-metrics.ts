/**
 * A reading of the host, in bytes, percent and °C, unrounded. Null means that this system or source does not report the
 * value. Amounts that belong together, such as those of the memory, are null together.
 */
export interface HostReading {
  /** Percentage of the time since the previous reading in which the processors were busy, 0–100. */
  readonly cpuPercent: number | null;
  /** The same percentage for each processor, in the system's order. */
  readonly corePercents: readonly number[] | null;
  /** The temperature of the package if available, otherwise that of its hottest part. */
  readonly cpuTemperatureCelsius: number | null;
  /** Average number of running or waiting programs over the last one, five and fifteen minutes. */
  readonly loadAverage: readonly [one: number, five: number, fifteen: number] | null;
  readonly ramTotalBytes: number | null;
  /** Memory still available to programs: free memory plus what caches would release. */
  readonly ramAvailableBytes: number | null;
  /** 0 if there is no swap. */
  readonly swapTotalBytes: number | null;
  readonly swapUsedBytes: number | null;
  /** Sizes of the file system that the monitored path is on. */
  readonly diskTotalBytes: number | null;
  readonly diskUsedBytes: number | null;
  /** Space available to users other than root. */
  readonly diskAvailableBytes: number | null;
  /** Bytes per second since the previous reading, summed over all network cards. */
  readonly network: { readonly received: number; readonly sent: number } | null;
  /** Bytes per second since the previous reading, summed over all disks. */
  readonly diskActivity: { readonly read: number; readonly written: number } | null;
  /** Every file system that holds data. */
  readonly fileSystems: readonly FileSystem[] | null;
  readonly uptimeSeconds: number | null;
  /** Values of `kernelMeasures`, by measure; null if missing. */
  readonly kernelFigures: Readonly<Record<string, number | null>>;
  /** This process's limits if they are below the host's, as in a container or a unit with limits. */
  readonly limits: ResourceLimits | null;
  /** Sources that did not answer in time, so their values are the last known ones. */
  readonly stale: readonly HostSource[];
}

/** The figures that a machine always has where Vigia measures it itself. */
type AlwaysMeasured =
  | 'cpuPercent'
  | 'ramTotalBytes'
  | 'ramAvailableBytes'
  | 'swapTotalBytes'
  | 'swapUsedBytes'
  | 'diskTotalBytes'
  | 'diskUsedBytes'
  | 'diskAvailableBytes'
  | 'uptimeSeconds';

/** A reading of the machine that this process runs on. */
export type OwnReading = Omit<HostReading, AlwaysMeasured> & { readonly [Name in AlwaysMeasured]: number };

/** The parts of the system, which are read separately because any of them may hang. */
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

export interface FileSystem {
  /** Its mount point. */
  readonly path: string;
  /** For example `ext4` or `nfs4`. */
  readonly type: string;
  /** Whether it is read-only or an image. The usage of these never changes and does not count. */
  readonly readOnly: boolean;
  /** Null until the file system has answered for the first time. */
  readonly totalBytes: number | null;
  readonly usedBytes: number | null;
  /** Space available to users other than root. */
  readonly availableBytes: number | null;
  /** Whether it did not answer in time, so the sizes are the last known ones. */
  readonly stale: boolean;
}

/** The limits of this process's control group; null if there is none. */
export interface ResourceLimits {
  readonly memoryLimitBytes: number | null;
  readonly memoryUsedBytes: number | null;
  /** The processor time it may use, expressed as a number of processors. */
  readonly processors: number | null;
}

export interface HostMetrics {
  /**
   * Reads the host now. Processor percentages and transfer rates cover the time since the previous call; on the first
   * call they are 0. Resolves within about a second, even if a source hangs.
   *
   * @throws if processors, memory or the monitored path fail and have never answered before.
   */
  read(): Promise<OwnReading>;
}
