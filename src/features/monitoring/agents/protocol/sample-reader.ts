import { isImage } from '../../host/file-systems/mounts.js';
import { type FileSystem, hostSources } from '../../host/host-metrics.js';
import type { Sample } from '../../sampler.js';
import { ProtocolError } from './protocol.js';
import { addedFigures } from './sample-figures.js';
import type { SampleMessage, SampleParts } from './schemas.js';

/** A sample, and the agent's clock when it was sent. */
export interface ReceivedSample {
  readonly sample: Sample;
  readonly nowMs: number;
}

/** Reads the samples of one connection, as written by `SampleWriter`. */
export class SampleReader {
  #parts: SampleParts = {};
  #used: (number | null)[] = [];
  #space: readonly number[] = [];

  /** @throws {ProtocolError} if parts are missing, or a used amount exceeds its total. */
  read({ sample: figures, cores, parts, used }: SampleMessage): ReceivedSample {
    this.#parts = { ...this.#parts, ...parts };
    if (parts?.fileSystems !== undefined) this.#used = Array(parts.fileSystems?.length ?? 0).fill(null);
    this.#noteUsed(used ?? []);
    const { ramTotalBytes, swapTotalBytes, diskTotalBytes, limits, stale } = this.#parts;
    const { fileSystems } = this.#parts;
    if (ramTotalBytes === undefined || swapTotalBytes === undefined || diskTotalBytes === undefined) {
      throw new ProtocolError('sample.parts: incomplete');
    }
    if (fileSystems === undefined || limits === undefined || stale === undefined) {
      throw new ProtocolError('sample.parts: incomplete');
    }
    const [sampledAtMs, ageMs, cpuPercent, ramAvailableBytes, swapUsedBytes, diskUsedBytes, ...rates] = figures;
    const [one, five, fifteen, received, sent, read, written, cpuTemperatureCelsius, uptimeSeconds, ...later] = rates;
    const [space, ...added] = later;
    this.#space = space ?? this.#space;
    atMost('ramAvailableBytes', ramAvailableBytes, ramTotalBytes);
    atMost('swapUsedBytes', swapUsedBytes, swapTotalBytes);
    atMost('diskUsedBytes', diskUsedBytes, diskTotalBytes);
    return {
      nowMs: sampledAtMs + ageMs,
      sample: {
        sampledAt: new Date(sampledAtMs).toISOString(),
        cpuPercent,
        corePercents: cores ?? null,
        cpuTemperatureCelsius,
        loadAverage: one === null || five === null || fifteen === null ? null : [one, five, fifteen],
        ramTotalBytes,
        ramAvailableBytes,
        swapTotalBytes,
        swapUsedBytes,
        diskTotalBytes,
        diskUsedBytes,
        diskAvailableBytes: available(diskTotalBytes, diskUsedBytes, this.#space[0]),
        network: received === null || sent === null ? null : { received, sent },
        diskActivity: read === null || written === null ? null : { read, written },
        fileSystems: fileSystems?.map((one, index) => this.#fileSystem(one, index)) ?? null,
        uptimeSeconds,
        kernelFigures: kernelFiguresOf(added),
        limits,
        stale: hostSources.filter((source) => stale.includes(source)),
      },
    };
  }

  #noteUsed(pairs: readonly (number | null)[]): void {
    for (let at = 0; at < pairs.length; at += 2) {
      const index = pairs[at] ?? -1;
      const figure = pairs[at + 1];
      if (!(index in this.#used) || figure === undefined) throw new ProtocolError('sample.used: no such file system');
      this.#used[index] = figure;
    }
  }

  #fileSystem(part: NonNullable<SampleParts['fileSystems']>[number], index: number): FileSystem {
    const usedBytes = this.#used[index] ?? null;
    if (usedBytes !== null && part.totalBytes !== null) atMost('used', usedBytes, part.totalBytes);
    const [reservedBytes, readOnly] = this.#space.slice(1 + 2 * index);
    return {
      ...part,
      readOnly: readOnly === undefined ? isImage(part.type) : readOnly === 1,
      usedBytes,
      availableBytes:
        usedBytes === null || part.totalBytes === null ? null : available(part.totalBytes, usedBytes, reservedBytes),
    };
  }
}

/** Returns the available bytes. Older agents do not send the reserved bytes. */
function available(total: number, used: number, reserved = 0): number {
  return Math.max(0, total - used - reserved);
}

/** Reads the kernel measures. Older agents do not send all of them. */
function kernelFiguresOf(added: readonly unknown[]): Sample['kernelFigures'] {
  return Object.fromEntries(
    addedFigures.flatMap((measure, index) => {
      const figure = added[index];
      return measure ? [[measure.name, typeof figure === 'number' ? figure : null]] : [];
    }),
  );
}

function atMost(name: string, figure: number, most: number): void {
  if (figure > most) throw new ProtocolError(`sample.${name}: at most ${most}`);
}
