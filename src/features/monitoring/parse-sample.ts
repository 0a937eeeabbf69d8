import { isImage } from './host/file-systems/mounts.js';
import type { FileSystem } from './host/host-metrics.js';
import type { Sample } from './sampler.js';

/**
 * Parses a sample stored as JSON. Earlier versions did not store the available space, so all free space counts as
 * available.
 */
export function parseSample(json: string): Sample {
  const sample = JSON.parse(json) as StoredSample;
  return {
    ...sample,
    diskAvailableBytes: sample.diskAvailableBytes ?? sample.diskTotalBytes - sample.diskUsedBytes,
    fileSystems: sample.fileSystems?.map(withAvailable) ?? null,
  };
}

type Earlier<T, Added extends keyof T> = Omit<T, Added> & Partial<Pick<T, Added>>;
type StoredFileSystem = Earlier<FileSystem, 'availableBytes' | 'readOnly'>;
type StoredSample = Earlier<Omit<Sample, 'fileSystems'>, 'diskAvailableBytes'> & {
  readonly fileSystems: readonly StoredFileSystem[] | null;
};

function withAvailable(stored: StoredFileSystem): FileSystem {
  const { totalBytes, usedBytes } = stored;
  const free = totalBytes === null || usedBytes === null ? null : totalBytes - usedBytes;
  return { readOnly: isImage(stored.type), availableBytes: free, ...stored };
}
