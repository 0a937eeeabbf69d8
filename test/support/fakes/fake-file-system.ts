import type { FileSystem } from '../../../src/features/monitoring/host/host-metrics.js';

const GIB = 1024 ** 3;

/** Returns a fake file system that is half full and has no reserve, unless `availableBytes` says otherwise. */
export function fakeFileSystem(given: Partial<FileSystem> = {}): FileSystem {
  const sizes = { totalBytes: 100 * GIB, usedBytes: 50 * GIB, ...given };
  const { totalBytes, usedBytes } = sizes;
  const availableBytes = totalBytes === null || usedBytes === null ? null : Math.max(0, totalBytes - usedBytes);
  return { path: '/', type: 'ext4', readOnly: false, availableBytes, stale: false, ...sizes };
}
