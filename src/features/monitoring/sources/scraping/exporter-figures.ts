import { visible } from '../../../../shared/text/visible-text.js';
import type { HostFacts } from '../../host/facts/host-facts.js';
import { keepFullest } from '../../host/file-systems/keep-fullest.js';
import type { FileSystem, HostReading } from '../../host/host-metrics.js';
import type { CpuTimes, Traffic } from '../../host/proc-files.js';
import type { Exposition } from './exposition.js';

/** The figures of a reading that follow from two answers. */
type Rates = 'cpuPercent' | 'corePercents' | 'network' | 'diskActivity' | 'kernelFigures';

/** Figures of one answer of an exporter, in Vigia's terms. */
export interface ExporterFigures {
  /** The amounts, which are as they are. */
  readonly amounts: Omit<HostReading, Rates>;
  /** Counters, in seconds and bytes; undefined if the exporter does not tell them. */
  readonly cores: ReadonlyMap<string, CpuTimes> | undefined;
  readonly network: ReadonlyMap<string, Traffic> | undefined;
  readonly disks: ReadonlyMap<string, Traffic> | undefined;
  /** Seconds in which some program waited for memory. */
  readonly memoryWaitingSeconds: number | undefined;
  /** When the machine was started, in unixtime. */
  readonly bootSeconds: number | undefined;
  readonly facts: HostFacts | undefined;
  /** Name and version of the exporter. */
  readonly version: string | undefined;
}

/** Maximum number of file systems, as of the service's own machine. */
const FILE_SYSTEMS_MAX = 128;

const SECONDS_MAX = 1e11;
const PATH_MAX = 1024;
const TYPE_MAX = 64;

/** Returns an amount of bytes that can be stored; null if it is none. */
export function bytesOf(figure: number | undefined): number | null {
  if (figure === undefined || !(figure >= 0 && figure <= Number.MAX_SAFE_INTEGER)) return null;
  return Math.round(figure);
}

/** Returns a total with what is used of it; null together if one of them is unknown. */
export function usedOf(total: number | undefined, free: number | undefined) {
  const [totalBytes, freeBytes] = [bytesOf(total), bytesOf(free)];
  if (totalBytes === null || freeBytes === null) return { totalBytes: null, usedBytes: null };
  return { totalBytes, usedBytes: Math.max(0, totalBytes - freeBytes) };
}

/** Returns the whole seconds since the boot, by the exporter's clock; null if unknown. */
export function uptimeOf(nowSeconds: number | undefined, bootSeconds: number | undefined): number | null {
  if (nowSeconds === undefined || bootSeconds === undefined) return null;
  const seconds = Math.floor(nowSeconds - bootSeconds);
  return seconds >= 0 && seconds <= SECONDS_MAX ? seconds : null;
}

/** Returns the time of the boot for the facts; 1970 if it is unknown. */
export function bootTime(bootSeconds: number | undefined): string {
  const isTime = bootSeconds !== undefined && bootSeconds >= 0 && bootSeconds <= SECONDS_MAX;
  return new Date(isTime ? Math.floor(bootSeconds) * 1000 : 0).toISOString();
}

/** How an exporter counts the seconds of processors: a series for each, by label, and mode. */
interface CoreCounters {
  readonly name: string;
  readonly label: string;
  /** Modes in which a processor is busy. Those in neither list are parts of others. */
  readonly busy: readonly string[];
  readonly idle: readonly string[];
}

/** Adds up the seconds of each processor; undefined without any. */
export function coresOf(
  exposition: Exposition,
  { name, label, busy: busyModes, idle }: CoreCounters,
): ReadonlyMap<string, CpuTimes> | undefined {
  const cores = new Map<string, CpuTimes>();
  for (const { labels, value } of exposition.series(name)) {
    const { [label]: core = '', mode = '' } = labels;
    const isBusy = busyModes.includes(mode);
    if (!isBusy && !idle.includes(mode)) continue;
    const { busy, total } = cores.get(core) ?? { busy: 0, total: 0 };
    cores.set(core, { busy: busy + (isBusy ? value : 0), total: total + value });
  }
  return cores.size > 0 ? cores : undefined;
}

/** Combines two counters of devices. */
export function trafficOf(exposition: Exposition, inName: string, outName: string, label: string) {
  if (!exposition.has(inName)) return undefined;
  const out = exposition.by(outName, label);
  return new Map(
    [...exposition.by(inName, label)].map(([device, inBytes]): [string, Traffic] => [
      device,
      { inBytes, outBytes: out.get(device) ?? 0 },
    ]),
  );
}

/** Returns as many file systems as a reading may have, with text that can be stored and shown. */
export function listedFileSystems(all: readonly FileSystem[]): readonly FileSystem[] {
  const shown = all.map((one) => ({
    ...one,
    path: visible(one.path.slice(0, PATH_MAX).toWellFormed()),
    type: visible(one.type.slice(0, TYPE_MAX).toWellFormed()),
  }));
  let room = FILE_SYSTEMS_MAX;
  return keepFullest(shown, () => room-- > 0);
}

/** Returns the sizes of the file system that counts as the disk: the given one, or else the largest. */
export function diskOf(fileSystems: readonly FileSystem[] | null, path: string) {
  const known = (fileSystems ?? []).filter(({ totalBytes }) => totalBytes !== null);
  const largest = known.toSorted((a, b) => (b.totalBytes ?? 0) - (a.totalBytes ?? 0))[0];
  const disk = known.find((one) => one.path === path) ?? largest;
  return {
    diskTotalBytes: disk?.totalBytes ?? null,
    diskUsedBytes: disk?.usedBytes ?? null,
    diskAvailableBytes: disk?.availableBytes ?? null,
  };
}
