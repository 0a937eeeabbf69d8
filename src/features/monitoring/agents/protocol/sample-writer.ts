import { keepFullest } from '../../host/file-systems/keep-fullest.js';
import type { FileSystem, HostReading } from '../../host/host-metrics.js';
import { type Unit, units } from '../../measure.js';
import { round } from '../../measures.js';
import type { OwnSample } from '../../sampler.js';
import { HIGHEST, LONGEST } from './limits.js';
import { addedFigures } from './sample-figures.js';
import type { SampleMessage, SampleParts } from './schemas.js';
import { sentText } from './sent-text.js';

/** Maximum total length of all file systems, so that a sample fits into a message. */
const FILE_SYSTEMS_MAX_BYTES = 40_000;

/**
 * Writes the samples of one connection. Each has all of its values, but rarely changing parts are only included when
 * they differ from the previous sample.
 */
export class SampleWriter {
  /** The value last sent of each part, as JSON. */
  readonly #sentParts = new Map<string, string>();
  #sentUsed: readonly (number | null)[] = [];
  #sentSpace = '';

  /** @param nowMs the time of sending. */
  write(sample: OwnSample, nowMs: number): SampleMessage {
    const fileSystems = sample.fileSystems && fitting(sample.fileSystems);
    const space = this.#changedSpace(sample, fileSystems ?? []);
    const parts = this.#changedParts(sample, fileSystems);
    const used = this.#changedUsed(fileSystems ?? [], parts?.fileSystems !== undefined);
    const { corePercents } = sample;
    return {
      sample: collectFigures(sample, nowMs, space),
      ...(corePercents && { cores: corePercents.slice(0, HIGHEST.cores).map(percent) }),
      ...(parts && { parts }),
      ...(used.length > 0 && { used }),
    };
  }

  #changedParts(sample: OwnSample, fileSystems: readonly FileSystem[] | null): SampleParts | undefined {
    const { ramTotalBytes, swapTotalBytes, diskTotalBytes, limits, stale } = sample;
    const all = {
      ramTotalBytes: bytes(ramTotalBytes),
      swapTotalBytes: bytes(swapTotalBytes),
      diskTotalBytes: bytes(diskTotalBytes),
      fileSystems: fileSystems?.map(partOf) ?? null,
      limits: limits && boundedLimits(limits),
      stale,
    };
    const changed = Object.entries(all).filter(([name, part]) => {
      const text = JSON.stringify(part);
      if (this.#sentParts.get(name) === text) return false;
      this.#sentParts.set(name, text);
      return true;
    });
    return changed.length > 0 ? (Object.fromEntries(changed) as SampleParts) : undefined;
  }

  /** When the list of file systems is new, the usage of all of them is sent. */
  #changedUsed(fileSystems: readonly FileSystem[], isNewList: boolean): (number | null)[] {
    const before = isNewList ? [] : this.#sentUsed;
    const used = fileSystems.map(({ usedBytes, totalBytes }) => boundedUsed(usedBytes, totalBytes));
    this.#sentUsed = used;
    return used.flatMap((figure, index) => (figure === before[index] ? [] : [index, figure]));
  }

  #changedSpace(sample: OwnSample, fileSystems: readonly FileSystem[]): number[] | null {
    const { diskTotalBytes: totalBytes, diskUsedBytes: usedBytes, diskAvailableBytes: availableBytes } = sample;
    const space = [
      reserved({ totalBytes, usedBytes, availableBytes }),
      ...fileSystems.flatMap((one) => [reserved(one), Number(one.readOnly)]),
    ];
    const text = space.join();
    if (text === this.#sentSpace) return null;
    this.#sentSpace = text;
    return space;
  }
}

function collectFigures(sample: OwnSample, nowMs: number, space: number[] | null): SampleMessage['sample'] {
  const sampledAtMs = Date.parse(sample.sampledAt);
  const { loadAverage, network, diskActivity, cpuTemperatureCelsius } = sample;
  const [one, five, fifteen] = loadAverage ?? [null, null, null];
  return [
    sampledAtMs,
    Math.min(HIGHEST.ageMs, Math.max(0, nowMs - sampledAtMs)),
    percent(sample.cpuPercent),
    Math.min(bytes(sample.ramAvailableBytes), bytes(sample.ramTotalBytes)),
    Math.min(bytes(sample.swapUsedBytes), bytes(sample.swapTotalBytes)),
    Math.min(bytes(sample.diskUsedBytes), bytes(sample.diskTotalBytes)),
    load(one),
    load(five),
    load(fifteen),
    rate(network?.received),
    rate(network?.sent),
    rate(diskActivity?.read),
    rate(diskActivity?.written),
    inUnit('celsius', cpuTemperatureCelsius),
    round(sample.uptimeSeconds, 1),
    space,
    ...addedFigures.map((measure) => (measure ? inUnit(measure.unit, sample.kernelFigures[measure.name]) : null)),
  ];
}

/** Clamps a value to the range that may be sent, since some virtual systems report impossible values. */
function bounded(
  figure: number | null | undefined,
  { least = 0, most, decimals }: { least?: number; most: number; decimals: number },
): number | null {
  if (figure === null || figure === undefined || Number.isNaN(figure)) return null;
  return Math.min(most, Math.max(least, round(figure, decimals)));
}

const inUnit = (unit: Unit, figure: number | null | undefined) => {
  const { lowest, highest, decimals } = units[unit];
  return bounded(figure, { least: lowest, most: highest, decimals });
};
const percent = (figure: number) => inUnit('percent', figure) ?? 0;
const bytes = (figure: number) => bounded(figure, { most: HIGHEST.bytes, decimals: 0 }) ?? 0;
const load = (figure: number | null) => inUnit('load', figure);
const rate = (figure: number | undefined) => inUnit('bytesPerSecond', figure);

function partOf({ path, type, totalBytes, stale }: FileSystem) {
  return {
    path: sentText(path, LONGEST.path),
    type: sentText(type, LONGEST.fileSystemType),
    totalBytes: totalBytes === null ? null : bytes(totalBytes),
    stale,
  };
}

function boundedUsed(used: number | null, total: number | null): number | null {
  return used === null ? null : Math.min(bytes(used), bytes(total ?? used));
}

/** Returns the bytes that are neither used nor available. */
function reserved({
  totalBytes,
  usedBytes,
  availableBytes,
}: Pick<FileSystem, `${'total' | 'used' | 'available'}Bytes`>) {
  if (totalBytes === null || usedBytes === null || availableBytes === null) return 0;
  return bytes(totalBytes - usedBytes - availableBytes);
}

function boundedLimits({ memoryLimitBytes, memoryUsedBytes, processors }: NonNullable<HostReading['limits']>) {
  return {
    memoryLimitBytes: memoryLimitBytes === null ? null : bytes(memoryLimitBytes),
    memoryUsedBytes: memoryUsedBytes === null ? null : bytes(memoryUsedBytes),
    processors: bounded(processors, { most: HIGHEST.cores, decimals: 2 }),
  };
}

/** Returns as many file systems as fit into a message. */
function fitting(fileSystems: readonly FileSystem[]): readonly FileSystem[] {
  let length = 0;
  let room: number = HIGHEST.fileSystems;
  return keepFullest(fileSystems, (one) => {
    length += Buffer.byteLength(JSON.stringify(partOf(one)));
    return room-- > 0 && length <= FILE_SYSTEMS_MAX_BYTES;
  });
}
