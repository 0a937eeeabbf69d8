import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** Sizes of a file system in bytes, as `df` shows them. */
export interface Sizes {
  readonly totalBytes: number;
  readonly usedBytes: number;
  /** Space available to users other than root, which is less than the free space if some is reserved. */
  readonly availableBytes: number;
}

/** Returns the sizes of the file system a path is on. */
export async function readSizes(path: string): Promise<Sizes> {
  const { blocks, bfree, bavail, bsize, frsize } = (await statfs(path)) as StatsFs & { readonly frsize?: number };
  // Blocks are counted in fragments. Older versions of Node.js do not report the fragment size, which is usually the
  // same.
  const blockBytes = frsize || bsize;
  // Some servers report a negative number once the reserve is in use, which arrives as a huge one.
  const available = bavail > Number.MAX_SAFE_INTEGER ? 0 : Math.min(bavail, bfree);
  return {
    totalBytes: blocks * blockBytes,
    usedBytes: (blocks - bfree) * blockBytes,
    availableBytes: available * blockBytes,
  };
}
