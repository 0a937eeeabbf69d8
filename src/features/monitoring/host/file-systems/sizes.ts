import { type StatsFs, statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** Sizes of a file system in bytes, as `df` shows them. */
export interface Sizes {
  readonly totalBytes: number;
  readonly usedBytes: number;
  /** Space available to users other than root, which is less than the free space if some is reserved. */
  readonly availableBytes: number;
  /** How many files it has room for, and how many more; 0 if it does not limit them. */
  readonly files: number;
  readonly freeFiles: number;
}

/** Returns the sizes of the file system a path is on. */
export async function readSizes(path: string): Promise<Sizes> {
  return sizesOf(await statfs(path));
}

/** Does the same at once, for file systems in memory: they cannot hang. */
export function readMemorySizes(path: string): Sizes {
  return sizesOf(statfsSync(path));
}

function sizesOf(stats: StatsFs & { readonly frsize?: number }): Sizes {
  const { blocks, bfree, bavail, bsize, frsize, files, ffree } = stats;
  // Blocks are counted in fragments. Older versions of Node.js do not report the fragment size, which is usually the
  // same.
  const blockBytes = frsize || bsize;
  // Some servers report a negative number once the reserve is in use, which arrives as a huge one.
  const available = bavail > Number.MAX_SAFE_INTEGER ? 0 : Math.min(bavail, bfree);
  return {
    totalBytes: blocks * blockBytes,
    usedBytes: (blocks - bfree) * blockBytes,
    availableBytes: available * blockBytes,
    files,
    freeFiles: ffree,
  };
}
