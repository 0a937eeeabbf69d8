import { loadavg, platform, uptime } from 'node:os';
import { BoundedSource, startDeadline } from './bounded-source.js';
import { isPlausible } from './cpu-temperature.js';
import { readSizes, type Sizes } from './file-systems/sizes.js';
import type { HostMetrics, HostSource, OwnReading } from './host-metrics.js';

/** A source that has not answered by then is stale in this reading. Some of them start a process, which takes time. */
const DEADLINE_MS = 2000;

/** Loaded on first use, since Linux doesn't need it. */
const library = async () => (await import('systeminformation')).default;

/** Reads the host with systeminformation, on systems other than Linux. */
export class PortableHost implements HostMetrics {
  readonly #cpu = new BoundedSource(async () => (await library()).currentLoad());
  readonly #temperature = new BoundedSource(() => this.#readTemperature());
  readonly #memory = new BoundedSource(async () => (await library()).mem());
  readonly #disk: BoundedSource<Sizes>;

  /** Set once the system reports no temperature. It never will, and on some systems each attempt starts a process. */
  #hasNoTemperature = false;

  constructor(monitoredPath: string) {
    this.#disk = new BoundedSource(() => readSizes(monitoredPath));
  }

  async read(): Promise<OwnReading> {
    const deadline = startDeadline(DEADLINE_MS);
    const [cpu, temperature, memory, disk] = await Promise.all([
      this.#cpu.read(deadline.passed),
      // A failure to read the temperature must not prevent the first reading.
      this.#temperature.read(deadline.passed).catch(() => ({ value: null, stale: false })),
      this.#memory.read(deadline.passed),
      this.#disk.read(deadline.passed),
    ]).finally(deadline.cancel);
    const stale = Object.entries({ cpu, temperature, memory, disk }).filter(([, answer]) => answer.stale);
    const [one = 0, five = 0, fifteen = 0] = loadavg();
    return {
      cpuPercent: cpu.value.currentLoad,
      corePercents: cpu.value.cpus.map(({ load }) => load),
      // Windows has no load average, so Node returns 0 there.
      loadAverage: platform() === 'win32' ? null : [one, five, fifteen],
      cpuTemperatureCelsius: temperature.value,
      ramTotalBytes: memory.value.total,
      ramAvailableBytes: memory.value.available,
      swapTotalBytes: memory.value.swaptotal,
      swapUsedBytes: memory.value.swapused,
      diskTotalBytes: disk.value.totalBytes,
      diskUsedBytes: disk.value.usedBytes,
      diskAvailableBytes: disk.value.availableBytes,
      network: null,
      diskActivity: null,
      fileSystems: null,
      uptimeSeconds: Math.floor(uptime()),
      kernelFigures: {},
      limits: null,
      stale: stale.map(([source]) => source as HostSource),
    };
  }

  async #readTemperature(): Promise<number | null> {
    if (this.#hasNoTemperature) return null;
    const { main } = await (await library()).cpuTemperature();
    this.#hasNoTemperature = main === null;
    return main !== null && isPlausible(main) ? main : null;
  }
}
