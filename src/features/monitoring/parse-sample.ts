import { isImage } from './host/file-systems/mounts.js';
import type { FileSystem } from './host/host-metrics.js';
import type { Sample } from './sampler.js';

/**
 * Parses a sample that was stored as JSON. Earlier versions stored no figures of single kernel files, and no available
 * space: all that is free counts.
 */
export function parseSample(json: string): Sample {
  const sample = JSON.parse(json) as StoredSample;
  return {
    ...sample,
    kernelFigures: sample.kernelFigures ?? {},
    diskAvailableBytes: sample.diskAvailableBytes ?? free(sample.diskTotalBytes, sample.diskUsedBytes),
    fileSystems: sample.fileSystems?.map(withAvailable) ?? null,
  };
}

type Earlier<T, Added extends keyof T> = Omit<T, Added> & Partial<Pick<T, Added>>;
type StoredFileSystem = Earlier<FileSystem, 'availableBytes' | 'readOnly'>;
type StoredSample = Earlier<Omit<Sample, 'fileSystems'>, 'diskAvailableBytes' | 'kernelFigures'> & {
  readonly fileSystems: readonly StoredFileSystem[] | null;
};

function withAvailable(stored: StoredFileSystem): FileSystem {
  const { totalBytes, usedBytes } = stored;
  return { readOnly: isImage(stored.type), availableBytes: free(totalBytes, usedBytes), ...stored };
}

function free(totalBytes: number | null, usedBytes: number | null): number | null {
  return totalBytes === null || usedBytes === null ? null : totalBytes - usedBytes;
}
