import type { FileSystem } from '../host-metrics.js';

/**
 * Returns the file systems that fit, in their original order. Calls `fits` first for those an operator would miss most:
 * those that do not answer, then the fullest, and read-only ones last.
 */
export function keepFullest(
  fileSystems: readonly FileSystem[],
  fits: (one: FileSystem) => boolean,
): readonly FileSystem[] {
  const byNeed = fileSystems.toSorted((a, b) => Number(a.readOnly) - Number(b.readOnly) || fullness(b) - fullness(a));
  const kept = new Set(byNeed.filter(fits));
  return kept.size === fileSystems.length ? fileSystems : fileSystems.filter((one) => kept.has(one));
}

function fullness({ usedBytes, availableBytes }: FileSystem): number {
  return usedBytes === null || availableBytes === null
    ? Number.POSITIVE_INFINITY
    : usedBytes / (usedBytes + availableBytes) || 0;
}
