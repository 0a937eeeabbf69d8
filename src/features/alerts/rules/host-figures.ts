import type { HostReading } from '../../monitoring/host/host-metrics.js';
import { figuresOf, percentOf, round } from '../../monitoring/measures.js';
import type { FigureName } from './figures.js';

/** What is known of a host at one moment. A figure that is not reported is null or left out. */
export interface HostFigures {
  /** When it was measured. */
  readonly atMs: number;
  /** Without `away`, which follows from the times. */
  readonly figures: Readonly<Partial<Record<FigureName, number | null>>>;
  /** How full each file system is, in percent, by the path where it is mounted. */
  readonly disks: ReadonlyMap<string, number>;
}

/** The figures of a reading, rounded as clients and the history see them, so that a backtest finds what rules found. */
export function hostFiguresOf(host: HostReading, atMs: number): HostFigures {
  const { cpuPercent, ramPercent, swapPercent, diskPercent, networkReceived, networkSent, diskRead, diskWritten } =
    figuresOf(host);
  const disks = disksOf(host);
  const [load1 = null, load5 = null, load15 = null] = loadsPerProcessor(host);
  return {
    atMs,
    figures: {
      cpu: cpuPercent,
      ram: ramPercent,
      swap: swapPercent,
      disk: Math.max(diskPercent, ...disks.values()),
      load1,
      load5,
      load15,
      netin: networkReceived,
      netout: networkSent,
      diskread: diskRead,
      diskwrite: diskWritten,
      uptime: host.uptimeSeconds,
    },
    disks,
  };
}

/** Of those that have answered. */
function disksOf({ fileSystems }: HostReading): Map<string, number> {
  const disks = new Map<string, number>();
  for (const { path, totalBytes, usedBytes } of fileSystems ?? []) {
    if (totalBytes !== null && usedBytes !== null) disks.set(path, round(percentOf(usedBytes, totalBytes), 1));
  }
  return disks;
}

/** The load averages of one, five and fifteen minutes; none where they or the number of processors are not known. */
function loadsPerProcessor({ loadAverage, corePercents }: HostReading): number[] {
  const processors = corePercents?.length ?? 0;
  if (!loadAverage || processors === 0) return [];
  return loadAverage.map((load) => round(load / processors, 2));
}
