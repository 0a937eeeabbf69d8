import type { HostReading } from '../../host/host-metrics.js';
import { busyPercent, type CpuTimes } from '../../host/proc-files.js';
import { TrafficMeter } from '../../host/traffic-meter.js';
import { units } from '../../measure.js';
import type { ExporterFigures } from './exporter-figures.js';

/** The longest time between two answers that counts as one interval: three of the longest. */
const APART_MAX_MS = 900_000;

/** Tolerance of the time of the boot, which moves with the machine's clock. */
const BOOT_TOLERANCE_SECONDS = 60;

/** Processors beyond this number are not listed one by one. */
const CORES_MAX = 4096;

interface Previous {
  readonly figures: ExporterFigures;
  readonly atMs: number;
}

/**
 * Makes readings of an exporter's answers: rates follow from the counters of two answers. They are null for the first
 * answer, and for the first after the machine was started anew.
 */
export class ExporterRates {
  #previous: Previous | undefined;
  #network = new TrafficMeter();
  #disks = new TrafficMeter();

  /** @param atMs when the answer arrived, by a monotonic clock. */
  read(figures: ExporterFigures, atMs: number): HostReading {
    const previous = this.#continued(figures, atMs);
    this.#previous = { figures, atMs };
    if (!previous) {
      this.#network = new TrafficMeter();
      this.#disks = new TrafficMeter();
    }
    const network = figures.network && this.#network.rate(figures.network, atMs);
    const disks = figures.disks && this.#disks.rate(figures.disks, atMs);
    return {
      ...figures.amounts,
      ...readProcessors(previous?.figures.cores, figures.cores),
      network:
        previous?.figures.network && network ? { received: rate(network.inBytes), sent: rate(network.outBytes) } : null,
      diskActivity:
        previous?.figures.disks && disks ? { read: rate(disks.inBytes), written: rate(disks.outBytes) } : null,
      kernelFigures: { memoryPressurePercent: readPressure(previous, { figures, atMs }) },
    };
  }

  /** Returns the answer before, unless the machine has been started since or that was long ago. */
  #continued({ bootSeconds, cores }: ExporterFigures, atMs: number): Previous | undefined {
    const previous = this.#previous;
    if (!previous || atMs <= previous.atMs || atMs - previous.atMs > APART_MAX_MS) return undefined;
    const before = previous.figures;
    const isBooted =
      bootSeconds !== undefined &&
      before.bootSeconds !== undefined &&
      bootSeconds - before.bootSeconds > BOOT_TOLERANCE_SECONDS;
    return isBooted || (cores && before.cores && areReset(before.cores, cores)) ? undefined : previous;
  }
}

type Cores = ReadonlyMap<string, CpuTimes>;

/** Whether the processors together have done less than before. Some of their counters may go back a little. */
function areReset(before: Cores, now: Cores): boolean {
  let [earlier, later] = [0, 0];
  for (const [core, { total }] of now) {
    const known = before.get(core);
    if (!known) continue;
    earlier += known.total;
    later += total;
  }
  return later < earlier - 1;
}

function readProcessors(
  before: Cores | undefined,
  now: Cores | undefined,
): Pick<HostReading, 'cpuPercent' | 'corePercents'> {
  const known = before && now ? [...now].filter(([core]) => before.has(core)) : [];
  if (!before || !now || known.length === 0) return { cpuPercent: null, corePercents: null };
  const sum = (cores: Cores): CpuTimes => ({
    busy: known.reduce((all, [core]) => all + (cores.get(core)?.busy ?? 0), 0),
    total: known.reduce((all, [core]) => all + (cores.get(core)?.total ?? 0), 0),
  });
  return {
    cpuPercent: busyPercent(sum(before), sum(now)),
    corePercents: [...now].slice(0, CORES_MAX).map(([core, times]) => busyPercent(before.get(core), times)),
  };
}

/** Returns the share of the time between two answers in which some program waited for memory. */
function readPressure(before: Previous | undefined, now: Previous): number | null {
  const [earlier, later] = [before?.figures.memoryWaitingSeconds, now.figures.memoryWaitingSeconds];
  if (!before || earlier === undefined || later === undefined) return null;
  const seconds = (now.atMs - before.atMs) / 1000;
  return Math.min(100, Math.max(0, ((later - earlier) / seconds) * 100));
}

function rate(bytesPerSecond: number): number {
  return Math.min(units.bytesPerSecond.highest, bytesPerSecond);
}
