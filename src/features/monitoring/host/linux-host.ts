import { readFileSync } from 'node:fs';
import { loadavg, uptime } from 'node:os';
import type { FamilySource, MetricFamily } from '../exposition/metric-family.js';
import { BoundedSource, startDeadline } from './bounded-source.js';
import type { NodeCollectors } from './collectors/node-collectors.js';
import { ControlGroup } from './control-group.js';
import { CpuTemperature } from './cpu-temperature.js';
import { FileSystems } from './file-systems/file-systems.js';
import type { HostMetrics, HostSource, OwnReading } from './host-metrics.js';
import { readKernelFigures } from './kernel-figures.js';
import { Memory } from './memory.js';
import { type CountedInterfaces, NetworkInterfaces } from './network-interfaces.js';
import { busyPercent, parseCpuTimes, parseDiskActivity, parseNetwork, type Traffic } from './proc-files.js';
import { RealDisks } from './real-disks.js';
import { TrafficMeter } from './traffic-meter.js';

/** A source that has not answered by then is stale in this reading. */
const DEADLINE_MS = 1000;

type FileSystemsReader = Pick<FileSystems, 'read' | 'mounted'>;

/** Replacements for tests, the time limit of a reading, and a listener for changes of the counted interfaces. */
interface LinuxHostOptions {
  readonly fileSystems?: FileSystemsReader;
  readonly temperature?: Pick<CpuTemperature, 'read'>;
  readonly deadlineMs?: number;
  /** Called with the interfaces whose traffic is summed, initially and whenever they change. */
  readonly onInterfaces?: (interfaces: CountedInterfaces) => void;
}

/**
 * Reads `/proc`, sysfs and `statfs(2)`, without starting a process. These give the same numbers as `top`, `free`, `df`,
 * `vmstat` and `sensors`. File systems and sensors may hang, so a reading waits at most a second for them. The files of
 * `/proc` are in memory and are read synchronously, since using another thread would cost ten times as much.
 */
export class LinuxHost implements HostMetrics, FamilySource {
  readonly #cpu = new BoundedSource(() => this.#readCpu());
  readonly #temperature: BoundedSource<number | null>;
  readonly #meminfo = new Memory();
  readonly #memory = new BoundedSource(async () => this.#meminfo.read());
  readonly #network = new BoundedSource(() => this.#readNetwork());
  readonly #diskActivity = new BoundedSource(() => this.#readDiskActivity());
  readonly #controlGroup = new ControlGroup();
  readonly #limits = new BoundedSource(async () => this.#controlGroup.limits());
  readonly #fileSystems: FileSystemsReader;
  readonly #interfaces: NetworkInterfaces;
  readonly #disks = new RealDisks();
  readonly #networkMeter = new TrafficMeter();
  readonly #diskMeter = new TrafficMeter();
  #previous: ReturnType<typeof parseCpuTimes> | undefined;

  readonly #deadlineMs: number;
  #collectors: NodeCollectors | undefined;

  constructor(
    monitoredPath: string,
    {
      fileSystems = new FileSystems({ monitoredPath }),
      temperature = new CpuTemperature(),
      deadlineMs = DEADLINE_MS,
      onInterfaces,
    }: LinuxHostOptions = {},
  ) {
    this.#fileSystems = fileSystems;
    this.#temperature = new BoundedSource(() => temperature.read());
    this.#deadlineMs = deadlineMs;
    this.#interfaces = new NetworkInterfaces({ onChange: onInterfaces });
  }

  async read(): Promise<OwnReading> {
    const deadline = startDeadline(this.#deadlineMs);
    try {
      return await this.#readUntil(deadline.passed);
    } finally {
      deadline.cancel();
    }
  }

  async #readUntil(deadline: Promise<void>): Promise<OwnReading> {
    const [cpu, temperature, memory, { disk, fileSystems }, network, diskActivity, limits] = await Promise.all([
      this.#cpu.read(deadline),
      optional(this.#temperature.read(deadline)),
      this.#memory.read(deadline),
      this.#fileSystems.read(deadline),
      optional(this.#network.read(deadline)),
      optional(this.#diskActivity.read(deadline)),
      optional(this.#limits.read(deadline)),
    ]);
    const stale = Object.entries({ cpu, temperature, memory, disk, network, diskActivity, limits })
      .filter(([, answer]) => answer.stale)
      .map(([source]) => source as HostSource);
    if (fileSystems.some((one) => one.stale)) stale.push('fileSystems');
    const [one = 0, five = 0, fifteen = 0] = loadavg();
    return {
      ...cpu.value,
      cpuTemperatureCelsius: temperature.value,
      ...memory.value,
      loadAverage: [one, five, fifteen],
      diskTotalBytes: disk.totalBytes,
      diskUsedBytes: disk.usedBytes,
      diskAvailableBytes: disk.availableBytes,
      network: network.value && { received: network.value.inBytes, sent: network.value.outBytes },
      diskActivity: diskActivity.value && { read: diskActivity.value.inBytes, written: diskActivity.value.outBytes },
      fileSystems,
      uptimeSeconds: Math.floor(uptime()),
      kernelFigures: readKernelFigures(),
      limits: limits.value,
      stale,
    };
  }

  async readFamilies(): Promise<readonly MetricFamily[]> {
    // Loaded on the first scrape, since most machines are never scraped.
    const { NodeCollectors } = await import('./collectors/node-collectors.js');
    this.#collectors ??= new NodeCollectors({ readMounts: (selects) => this.#fileSystems.mounted(selects) });
    return this.#collectors.read();
  }

  async #readCpu() {
    const times = parseCpuTimes(readFileSync('/proc/stat', 'utf8'));
    const previous = this.#previous;
    this.#previous = times;
    return {
      cpuPercent: busyPercent(previous?.all, times.all),
      corePercents: [...times.cores].map(([name, core]) => busyPercent(previous?.cores.get(name), core)),
    };
  }

  async #readNetwork(): Promise<Traffic> {
    const counters = this.#interfaces.of(parseNetwork(readFileSync('/proc/net/dev', 'utf8')));
    return this.#networkMeter.rate(counters, performance.now());
  }

  async #readDiskActivity(): Promise<Traffic> {
    const counters = this.#disks.of(parseDiskActivity(readFileSync('/proc/diskstats', 'utf8')));
    return this.#diskMeter.rate(counters, performance.now());
  }
}

/** Handles a source that some systems lack and some containers hide, with null as long as it has never answered. */
async function optional<T>(answer: Promise<{ value: T; stale: boolean }>) {
  return answer.catch(() => ({ value: null, stale: false }));
}
