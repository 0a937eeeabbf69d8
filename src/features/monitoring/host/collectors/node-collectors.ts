import type { MetricFamily } from '../../exposition/metric-family.js';
import { SeriesCollection } from '../../exposition/series-collection.js';
import { BoundedSource, type SourceAnswer, startDeadline } from '../bounded-source.js';
import { collectClockDiscipline } from './clock-discipline.js';
import type { Collect, CollectFromDevices } from './collector.js';
import {
  collectNeighbours,
  collectProtocols,
  collectSockets,
  collectSoftnet,
  collectTrackedConnections,
  collectUdpQueues,
} from './connections.js';
import {
  collectBoard,
  collectFrequencies,
  collectLinks,
  collectPowerSupplies,
  collectThermalZones,
} from './devices.js';
import { collectDisks } from './disks.js';
import { collectFileSystems, type ReadMounts } from './file-systems.js';
import {
  collectEntropy,
  collectHungTasks,
  collectOpenFiles,
  collectPages,
  collectPressure,
  collectSelinux,
} from './kernel.js';
import { MachineFiles } from './machine-files.js';
import { collectMemory } from './memory.js';
import { collectDeviceProperties, collectTraffic } from './network-devices.js';
import { collectFrequencyBounds, collectProcessorStates } from './processor-facts.js';
import { collectSchedule, collectStat } from './processors.js';
import { collectArrays, collectBonds, collectMemoryErrors } from './redundancy.js';
import { collectSensors } from './sensors.js';
import { collectDistribution, collectLoad, collectNames, collectTime } from './system.js';

/** Collectors of what the kernel has in memory, by the names that node_exporter has for them. */
const kernelCollectors: Readonly<Record<string, Collect>> = {
  uname: collectNames,
  os: collectDistribution,
  dmi: collectBoard,
  time: collectTime,
  loadavg: collectLoad,
  stat: collectStat,
  cpu: collectProcessorStates,
  cpufreq: collectFrequencyBounds,
  schedstat: collectSchedule,
  pressure: collectPressure,
  meminfo: collectMemory,
  vmstat: collectPages,
  edac: collectMemoryErrors,
  filefd: collectOpenFiles,
  entropy: collectEntropy,
  kernel_hung: collectHungTasks,
  selinux: collectSelinux,
  diskstats: collectDisks,
  mdadm: collectArrays,
  netdev: collectTraffic,
  bonding: collectBonds,
  netclass: collectDeviceProperties,
  netstat: collectProtocols,
  sockstat: collectSockets,
  softnet: collectSoftnet,
  udp_queues: collectUdpQueues,
  arp: collectNeighbours,
  conntrack: collectTrackedConnections,
};

/** Collectors that ask devices and programs, of which any may hang. */
const deviceCollectors: Readonly<Record<string, CollectFromDevices>> = {
  netclass_link: collectLinks,
  cpufreq_current: collectFrequencies,
  thermal_zone: collectThermalZones,
  hwmon: collectSensors,
  powersupplyclass: collectPowerSupplies,
};

const DEADLINE_MS = 1000;

const SUCCESS = 'node_scrape_collector_success';

/** Name of the collector of the clock's state. */
const CLOCK = 'timex';

/** Minimum age at which the state of the clock is read again, since that starts a program. */
const CLOCK_MS = 10_000;

interface NodeCollectorsDeps {
  /** Omitted where file systems are not measured. */
  readonly readMounts?: ReadMounts;
  /** Replacements for tests. */
  readonly files?: MachineFiles;
  readonly deadlineMs?: number;
}

/**
 * Reads all that the kernel tells of this machine, under the names of node_exporter (contract 14). Nothing is read
 * until somebody asks.
 */
export class NodeCollectors {
  readonly #files: MachineFiles;
  readonly #deadlineMs: number;
  readonly #kernelCollectors: Readonly<Record<string, Collect>>;
  /** Devices share one source, since their files are read one at a time anyway. */
  readonly #devices = new BoundedSource(() => this.#collectAll(deviceCollectors));
  readonly #clock = new BoundedSource(() => this.#readClock());
  #clockReading: { readonly atMs: number; readonly series: SeriesCollection } | undefined;

  constructor({ readMounts, files = new MachineFiles(), deadlineMs = DEADLINE_MS }: NodeCollectorsDeps = {}) {
    this.#files = files;
    this.#deadlineMs = deadlineMs;
    this.#kernelCollectors = { ...kernelCollectors, ...(readMounts && { filesystem: collectFileSystems(readMounts) }) };
  }

  /** Resolves within about a second, even if a device hangs; the families of devices are then left out. */
  async read(): Promise<readonly MetricFamily[]> {
    const deadline = startDeadline(this.#deadlineMs);
    try {
      const slow = Promise.all([
        answerOf(this.#devices.read(deadline.passed)),
        answerOf(this.#clock.read(deadline.passed)),
      ]);
      const series = await this.#collectAll(this.#kernelCollectors);
      const [devices, clock] = await slow;
      if (devices && !devices.stale) series.addAll(devices.value);
      // The clock is slow to change, so an earlier reading of it will do.
      if (clock) series.addAll(clock.value);
      else series.add(SUCCESS, 0, CLOCK);
      return series.families();
    } finally {
      deadline.cancel();
    }
  }

  /** @throws if the state of the clock cannot be read, so that the last one stands. */
  async #readClock(): Promise<SeriesCollection> {
    const atMs = performance.now();
    if (this.#clockReading && atMs - this.#clockReading.atMs < CLOCK_MS) return this.#clockReading.series;
    const series = await this.#collectAll({ [CLOCK]: collectClockDiscipline });
    if (!series.has('node_timex_status')) throw new Error('The state of the clock cannot be read');
    this.#clockReading = { atMs, series };
    return series;
  }

  async #collectAll(collectors: Readonly<Record<string, Collect | CollectFromDevices>>): Promise<SeriesCollection> {
    const series = new SeriesCollection();
    for (const [name, collect] of Object.entries(collectors)) {
      const startedAt = performance.now();
      let hasSucceeded = 1;
      try {
        await collect(this.#files, series);
      } catch {
        // Some containers hide files, and some kernels lack them.
        hasSucceeded = 0;
      }
      series.add('node_scrape_collector_duration_seconds', (performance.now() - startedAt) / 1000, name);
      series.add(SUCCESS, hasSucceeded, name);
    }
    return series;
  }
}

/** Resolves to undefined if the source has never answered. */
function answerOf<T>(answer: Promise<SourceAnswer<T>>): Promise<SourceAnswer<T> | undefined> {
  return answer.catch(() => undefined);
}
