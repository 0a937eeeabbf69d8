const BYTES_PER_SECTOR = 512;

/** Processor time since boot, in ticks. */
export interface CpuTimes {
  readonly busy: number;
  readonly total: number;
}

/** Bytes transferred in each direction since boot. */
export interface Traffic {
  readonly inBytes: number;
  readonly outBytes: number;
}

/**
 * Parses `/proc/stat` into the total over all processors, and each processor by its name. I/O wait counts as idle;
 * guest time is already part of user time.
 *
 * @throws if the line for all processors is missing.
 */
export function parseCpuTimes(stat: string): { readonly all: CpuTimes; readonly cores: ReadonlyMap<string, CpuTimes> } {
  const lines = stat.split('\n').filter((line) => line.startsWith('cpu'));
  const [first = '', ...others] = lines;
  if (!first.startsWith('cpu ')) throw new Error('/proc/stat has no line for all processors');
  // Stored by name because processors that are switched off have no line, which shifts the others.
  return { all: cpuTimes(first), cores: new Map(others.map((line) => [line.split(' ', 1)[0] ?? '', cpuTimes(line)])) };
}

function cpuTimes(line: string): CpuTimes {
  const [, user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = line
    .split(/ +/)
    .map(Number);
  const busy = user + nice + system + irq + softirq + steal;
  return { busy, total: busy + idle + iowait };
}

/**
 * Returns the percentage of the time between two readings that was busy, 0–100; 0 if no time has passed or there is no
 * earlier reading.
 */
export function busyPercent(previous: CpuTimes | undefined, current: CpuTimes): number {
  if (!previous) return 0;
  const elapsed = current.total - previous.total;
  if (elapsed <= 0) return 0;
  // The kernel's counters may decrease slightly when processors are taken offline and online.
  return Math.min(100, Math.max(0, ((current.busy - previous.busy) / elapsed) * 100));
}

/** Parses `/proc/net/dev` into the bytes each interface has received and sent. */
export function parseNetwork(netDev: string): ReadonlyMap<string, Traffic> {
  const traffic = new Map<string, Traffic>();
  for (const [, name = '', numbers = ''] of netDev.matchAll(/^ *([^\s:]+):(.+)$/gm)) {
    const [received = 0, , , , , , , , sent = 0] = numbers.trim().split(/ +/).map(Number);
    traffic.set(name, { inBytes: received, outBytes: sent });
  }
  return traffic;
}

/** Parses `/proc/diskstats` into the bytes read from and written to each block device. */
export function parseDiskActivity(diskstats: string): ReadonlyMap<string, Traffic> {
  const traffic = new Map<string, Traffic>();
  for (const line of diskstats.split('\n')) {
    const [, , name, , , sectorsRead, , , , sectorsWritten] = line.trim().split(/ +/);
    if (name === undefined) continue;
    const inBytes = Number(sectorsRead) * BYTES_PER_SECTOR;
    traffic.set(name, { inBytes, outBytes: Number(sectorsWritten) * BYTES_PER_SECTOR });
  }
  return traffic;
}
