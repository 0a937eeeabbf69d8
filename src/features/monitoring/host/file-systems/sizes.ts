import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** Sizes of a file system, in bytes, as `df` shows them. */
export interface Sizes {
  readonly totalBytes: number;
  readonly usedBytes: number;
  /** Available to users other than root: less than what is free where some is reserved. */
  readonly availableBytes: number;
}

/** Returns the sizes of a path's file system. */
export async function readSizes(path: string): Promise<Sizes> {
  const { blocks, bfree, bavail, bsize, frsize } = (await statfs(path)) as StatsFs & { readonly frsize?: number };
  // Blocks are counted in fragments; older versions of Node.js do not tell their size, which is mostly the same.
  const blockBytes = frsize || bsize;
  // Some servers report a negative number when the reserve is in use, which arrives as a huge one.
  const available = bavail > Number.MAX_SAFE_INTEGER ? 0 : Math.min(bavail, bfree);
  return {
    totalBytes: blocks * blockBytes,
    usedBytes: (blocks - bfree) * blockBytes,
    availableBytes: available * blockBytes,
  };
}
