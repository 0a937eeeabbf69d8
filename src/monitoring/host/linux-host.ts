import { readFile, statfs } from 'node:fs/promises';
import type { HostMetrics, HostReading } from './host-metrics.js';

const BYTES_PER_KIB = 1024;

/** Processor time since boot, in ticks. */
export interface CpuTimes {
  readonly busy: number;
  readonly total: number;
}

/** Reads `/proc/stat`, `/proc/meminfo` and `statfs(2)`: the same numbers that `top`, `free` and `df` show. */
export class LinuxHost implements HostMetrics {
  #previous: CpuTimes | undefined;

  constructor(private readonly monitoredPath: string) {}

  async read(): Promise<HostReading> {
    const [stat, meminfo, disk] = await Promise.all([
      readFile('/proc/stat', 'utf8'),
      readFile('/proc/meminfo', 'utf8'),
      statfs(this.monitoredPath),
    ]);
    const times = parseCpuTimes(stat);
    const cpuPercent = busyPercent(this.#previous, times);
    this.#previous = times;
    return {
      cpuPercent,
      ...parseMemory(meminfo),
      diskTotalBytes: disk.blocks * disk.bsize,
      diskUsedBytes: (disk.blocks - disk.bfree) * disk.bsize,
    };
  }
}

/**
 * The first line of `/proc/stat`. Waiting for a disk is idle time; guests are already part of user time.
 *
 * @throws when the text has no such line.
 */
export function parseCpuTimes(stat: string): CpuTimes {
  const line = /^cpu +(.+)$/m.exec(stat)?.[1];
  if (!line) throw new Error('/proc/stat has no line of all processors');
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = line
    .split(' ')
    .map(Number);
  const busy = user + nice + system + irq + softirq + steal;
  return { busy, total: busy + idle + iowait };
}

/** Busy share of the time between two readings, 0–100; 0 when no time has passed or there is no earlier one. */
export function busyPercent(previous: CpuTimes | undefined, current: CpuTimes): number {
  if (!previous) return 0;
  const elapsed = current.total - previous.total;
  if (elapsed <= 0) return 0;
  // The kernel's counters may step back a little between processors going off and on.
  return Math.min(100, Math.max(0, ((current.busy - previous.busy) / elapsed) * 100));
}

/**
 * Total and available memory of `/proc/meminfo`, in bytes.
 *
 * @throws when a line is missing.
 */
export function parseMemory(meminfo: string): Pick<HostReading, 'ramTotalBytes' | 'ramAvailableBytes'> {
  return {
    ramTotalBytes: kibibytes(meminfo, 'MemTotal') * BYTES_PER_KIB,
    ramAvailableBytes: kibibytes(meminfo, 'MemAvailable') * BYTES_PER_KIB,
  };
}

function kibibytes(meminfo: string, name: string): number {
  const value = new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(meminfo)?.[1];
  if (!value) throw new Error(`/proc/meminfo has no line ${name}`);
  return Number(value);
}
