import type { FileSystem, HostReading } from './host/host-metrics.js';

/** Returns the usage of the disk at the monitored path, in percent; null if it is unknown. */
export function diskPercent({ diskUsedBytes, diskAvailableBytes }: HostReading): number | null {
  if (diskUsedBytes === null || diskAvailableBytes === null) return null;
  return usedPercentOf({ usedBytes: diskUsedBytes, availableBytes: diskAvailableBytes });
}

/**
 * Returns the usage of the fullest file system that has answered, in percent. Read-only ones do not count, since many
 * are always full, but the monitored path always does. Null if none is known.
 */
export function fullestDiskPercent(host: HostReading): number | null {
  const others = (host.fileSystems ?? []).filter(({ readOnly }) => !readOnly).map(fileSystemPercent);
  const known = [diskPercent(host), ...others].filter((percent) => percent !== null);
  return known.length > 0 ? Math.max(...known) : null;
}

/** Returns a file system's usage in percent; null until it has answered for the first time. */
export function fileSystemPercent({ usedBytes, availableBytes }: FileSystem): number | null {
  return usedBytes === null || availableBytes === null ? null : usedPercentOf({ usedBytes, availableBytes });
}

/**
 * Returns the percentage of a file system in use, computed as by `df`: relative to what users other than root can use,
 * and rounded up. 0 if there is nothing to use.
 */
export function usedPercentOf({ usedBytes, availableBytes }: { usedBytes: number; availableBytes: number }): number {
  const usable = usedBytes + availableBytes;
  // Rounded up to the one decimal place that is shown. Multiplying first avoids rounding up a quotient's rounding
  // error.
  return usable > 0 ? Math.ceil((usedBytes * 1000) / usable) / 10 : 0;
}
