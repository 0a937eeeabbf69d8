import type { HostReading } from '../../host/host-metrics.js';
import type { DataPoint } from '../protocol/metrics-data.js';
import { readAttribute, type UsedMetric } from './conventions.js';
import { Counters } from './counters.js';
import { chooseDisks, chooseInterfaces } from './devices.js';
import { chooseDisk, listFileSystems, type SentFileSystem } from './file-systems.js';
import { memoryOf } from './memory.js';
import { Moment } from './moment.js';
import { busyShares, type ProcessorShare } from './processors.js';

type NumberPoint = DataPoint & { readonly value: number };

/** Bytes per second of a device in one direction. */
interface DeviceRate {
  readonly device: string;
  readonly isInward: boolean;
  readonly bytesPerSecond: number;
}

/** Maximum length of a key's parts, except mount points. */
const KEY_MAX = 128;

const HIGHEST = { bytes: Number.MAX_SAFE_INTEGER, bytesPerSecond: 1e13, load: 1e6, seconds: 1e11, cores: 4096 };

/**
 * Makes readings of one host from the points of its metrics. Keeps the newest figures of each metric, because a sender
 * may spread them over several requests.
 */
export class HostMeter {
  readonly #counters = new Counters();
  readonly #cpuTime = new Moment<ProcessorShare>();
  readonly #cpuUtilization = new Moment<ProcessorShare>();
  readonly #cpuCount = new Moment<number>();
  readonly #loads = new Moment<number>();
  readonly #memory = new Moment<number>();
  readonly #memoryLimit = new Moment<number>();
  readonly #memoryAvailable = new Moment<number>();
  readonly #paging = new Moment<{ readonly state: string; readonly bytes: number }>();
  readonly #fileSystems = new Moment<SentFileSystem & { readonly bytes: Map<string, number> }>();
  readonly #disks = new Moment<DeviceRate>();
  readonly #network = new Moment<DeviceRate>();
  readonly #uptime = new Moment<number>();

  /** Takes a point of a metric. Points that were taken before, or make no sense, change nothing. */
  take(metric: UsedMetric, { value, ...point }: DataPoint, isDelta: boolean): void {
    if (value === null || !Number.isFinite(value)) return;
    this.#take[metric]({ ...point, value }, isDelta);
  }

  /** Returns the newest figures that are from `sinceMs` or later; null in place of all others. */
  read(sinceMs: number): HostReading {
    const processors = busyShares(this.#cpuTime.since(sinceMs), this.#cpuUtilization.since(sinceMs));
    const fileSystems = this.#listFileSystems(sinceMs);
    const disk = chooseDisk(fileSystems ?? []);
    const uptime = this.#uptime.since(sinceMs)?.get('');
    return {
      cpuPercent: processors?.percent ?? null,
      corePercents: processors && processors.cores.length <= HIGHEST.cores ? processors.cores : null,
      cpuTemperatureCelsius: null,
      loadAverage: this.#readLoads(sinceMs),
      ...memoryOf({
        states: this.#memory.since(sinceMs),
        limit: this.#memoryLimit.since(sinceMs)?.get(''),
        available: this.#memoryAvailable.since(sinceMs)?.get(''),
      }),
      ...this.#readPaging(sinceMs),
      diskTotalBytes: disk?.totalBytes ?? null,
      diskUsedBytes: disk?.usedBytes ?? null,
      diskAvailableBytes: disk?.availableBytes ?? null,
      network: renamed(sumOf(this.#network.since(sinceMs), chooseInterfaces), 'received', 'sent'),
      diskActivity: renamed(sumOf(this.#disks.since(sinceMs), chooseDisks), 'read', 'written'),
      fileSystems,
      uptimeSeconds: uptime === undefined ? null : Math.floor(uptime),
      kernelFigures: {},
      limits: null,
      stale: [],
    };
  }

  /** Number of processors that the newest figures are about; undefined if unknown. */
  get cores(): number | undefined {
    const counted = this.#cpuCount.since(0)?.get('');
    return counted ?? (busyShares(this.#cpuTime.since(0), this.#cpuUtilization.since(0))?.cores.length || undefined);
  }

  readonly #take: Readonly<Record<UsedMetric, (point: NumberPoint, isDelta: boolean) => void>> = {
    'system.cpu.time': (point, isDelta) => {
      const [cpu, mode] = [keyPart(point, 'cpu'), keyPart(point, 'cpuMode')];
      const key = `${cpu}\n${mode}`;
      const increase = this.#counters.add(`cpu\n${key}`, point, isDelta);
      if (increase) this.#cpuTime.set(point.atMs, key, { cpu, mode, share: increase.amount });
    },
    'system.cpu.utilization': (point) => {
      const [cpu, mode] = [keyPart(point, 'cpu'), keyPart(point, 'cpuMode')];
      this.#cpuUtilization.set(point.atMs, `${cpu}\n${mode}`, { cpu, mode, share: Math.max(0, point.value) });
    },
    'system.cpu.logical.count': (point) => {
      if (bounded(point.value, HIGHEST.cores)) this.#cpuCount.set(point.atMs, '', Math.round(point.value));
    },
    'system.cpu.load_average.1m': (point) => this.#loads.set(point.atMs, '1', point.value),
    'system.cpu.load_average.5m': (point) => this.#loads.set(point.atMs, '5', point.value),
    'system.cpu.load_average.15m': (point) => this.#loads.set(point.atMs, '15', point.value),
    'system.memory.usage': (point) => this.#setBytes(this.#memory, point, keyPart(point, 'memoryState')),
    'system.memory.limit': (point) => this.#setBytes(this.#memoryLimit, point, ''),
    'system.memory.linux.available': (point) => this.#setBytes(this.#memoryAvailable, point, ''),
    'system.paging.usage': (point) => {
      const state = keyPart(point, 'pagingState');
      const bytes = bounded(point.value, HIGHEST.bytes);
      if (bytes !== null) this.#paging.set(point.atMs, `${keyPart(point, 'device')}\n${state}`, { state, bytes });
    },
    'system.filesystem.usage': (point) => this.#takeFileSystem(point),
    'system.disk.io': (point, isDelta) => this.#takeTraffic('disk', this.#disks, point, isDelta),
    'system.network.io': (point, isDelta) => this.#takeTraffic('network', this.#network, point, isDelta),
    'system.uptime': (point) => {
      if (bounded(point.value, HIGHEST.seconds) !== null) this.#uptime.set(point.atMs, '', point.value);
    },
  };

  #setBytes(moment: Moment<number>, { atMs, value }: NumberPoint, key: string): void {
    const bytes = bounded(value, HIGHEST.bytes);
    if (bytes !== null) moment.set(atMs, key, Math.round(bytes));
  }

  #takeTraffic(kind: string, moment: Moment<DeviceRate>, point: NumberPoint, isDelta: boolean): void {
    const device = keyPart(point, 'device');
    const direction = keyPart(point, 'direction');
    const isInward = direction === 'read' || direction === 'receive';
    if (!isInward && direction !== 'write' && direction !== 'transmit') return;
    const key = `${device}\n${direction}`;
    const increase = this.#counters.add(`${kind}\n${key}`, point, isDelta);
    if (!increase || increase.seconds <= 0) return;
    moment.set(point.atMs, key, { device, isInward, bytesPerSecond: increase.amount / increase.seconds });
  }

  #takeFileSystem(point: NumberPoint): void {
    const { attributes, atMs } = point;
    const bytes = bounded(point.value, HIGHEST.bytes);
    if (bytes === null) return;
    const device = keyPart(point, 'device');
    const path = readAttribute(attributes, 'mountPoint');
    const key = `${device}\n${path}`;
    const known = this.#fileSystems.sameMoment(atMs, key);
    const states = new Map(known?.bytes).set(keyPart(point, 'fileSystemState'), Math.round(bytes));
    const [type, mode] = [keyPart(point, 'fileSystemType'), keyPart(point, 'fileSystemMode')];
    this.#fileSystems.set(atMs, key, { device, path, type, mode, bytes: states });
  }

  #listFileSystems(sinceMs: number): HostReading['fileSystems'] {
    const sent = this.#fileSystems.since(sinceMs);
    return sent ? listFileSystems(sent.values()) : null;
  }

  #readLoads(sinceMs: number): HostReading['loadAverage'] {
    const loads = this.#loads.since(sinceMs);
    const [one, five, fifteen] = ['1', '5', '15'].map((key) => bounded(loads?.get(key) ?? -1, HIGHEST.load));
    return one == null || five == null || fifteen == null ? null : [one, five, fifteen];
  }

  #readPaging(sinceMs: number): Pick<HostReading, 'swapTotalBytes' | 'swapUsedBytes'> {
    const paging = this.#paging.since(sinceMs);
    if (!paging) return { swapTotalBytes: null, swapUsedBytes: null };
    const all = [...paging.values()];
    const sum = (some: readonly { readonly bytes: number }[]) =>
      Math.min(HIGHEST.bytes, Math.round(some.reduce((total, { bytes }) => total + bytes, 0)));
    return { swapTotalBytes: sum(all), swapUsedBytes: sum(all.filter(({ state }) => state === 'used')) };
  }
}

function keyPart({ attributes }: DataPoint, meaning: Parameters<typeof readAttribute>[1]): string {
  return readAttribute(attributes, meaning).slice(0, KEY_MAX);
}

/** Returns a figure if it is between 0 and `highest`. */
function bounded(figure: number, highest: number): number | null {
  return figure >= 0 && figure <= highest ? figure : null;
}

/** Sums the rates of the devices that count; null if nothing is known. */
function sumOf(
  rates: ReadonlyMap<string, DeviceRate> | undefined,
  choose: (names: Iterable<string>) => readonly string[],
): { readonly in: number; readonly out: number } | null {
  if (!rates) return null;
  const all = [...rates.values()];
  const counted = new Set(choose(all.map(({ device }) => device)));
  const total = { in: 0, out: 0 };
  for (const { device, isInward, bytesPerSecond } of all) {
    if (counted.has(device)) total[isInward ? 'in' : 'out'] += bytesPerSecond;
  }
  return total.in <= HIGHEST.bytesPerSecond && total.out <= HIGHEST.bytesPerSecond ? total : null;
}

function renamed<In extends string, Out extends string>(
  total: { readonly in: number; readonly out: number } | null,
  inName: In,
  outName: Out,
): Record<In | Out, number> | null {
  return total && ({ [inName]: total.in, [outName]: total.out } as Record<In | Out, number>);
}
