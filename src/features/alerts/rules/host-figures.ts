import { fileSystemPercent, fullestDiskPercent } from '../../monitoring/disk-usage.js';
import type { HostReading } from '../../monitoring/host/host-metrics.js';
import { collectFigures, round } from '../../monitoring/measures.js';
import { type FigureName, measureConditions } from './figures.js';

/** A host's figures at one moment. Missing ones are null or left out. */
export interface HostFigures {
  readonly atMs: number;
  /** Does not include `away`, which is derived from the times. */
  readonly figures: Readonly<Partial<Record<FigureName, number | null>>>;
  /** Usage of each file system in percent, by mount path. */
  readonly disks: ReadonlyMap<string, number>;
}

/**
 * Returns the figures of a reading, rounded as for clients and the history, so that a backtest gives the same results
 * as live rules.
 */
export function collectHostFigures(host: HostReading, atMs: number): HostFigures {
  const measured = collectFigures(host);
  const [load1 = null, load5 = null, load15 = null] = loadsPerProcessor(host);
  return {
    atMs,
    figures: {
      ...Object.fromEntries(measureConditions.map(({ name, measure }) => [name, measured[measure]])),
      disk: fullestDiskPercent(host),
      load1,
      load5,
      load15,
      uptime: host.uptimeSeconds,
    },
    disks: listDisks(host),
  };
}

/** Returns the usage of the file systems of which `disk` is the fullest: read-only ones do not count. */
export function listCountedDisks({ fileSystems }: Pick<HostReading, 'fileSystems'>): HostFigures['disks'] {
  return listDisks({ fileSystems: fileSystems?.filter(({ readOnly }) => !readOnly) ?? null });
}

/** Only file systems that answered. */
function listDisks({ fileSystems }: Pick<HostReading, 'fileSystems'>): Map<string, number> {
  const disks = new Map<string, number>();
  for (const fileSystem of fileSystems ?? []) {
    const percent = fileSystemPercent(fileSystem);
    if (percent !== null) disks.set(fileSystem.path, percent);
  }
  return disks;
}

/**
 * Returns the load averages of one, five and fifteen minutes per processor; empty if they or the number of processors
 * are unknown.
 */
function loadsPerProcessor({ loadAverage, corePercents }: HostReading): number[] {
  const processors = corePercents?.length ?? 0;
  if (!loadAverage || processors === 0) return [];
  return loadAverage.map((load) => round(load / processors, 2));
}
