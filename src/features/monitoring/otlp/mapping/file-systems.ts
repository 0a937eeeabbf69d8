import { keepFullest } from '../../host/file-systems/keep-fullest.js';
import { holdsData, isImage } from '../../host/file-systems/mounts.js';
import type { FileSystem } from '../../host/host-metrics.js';

/** Maximum length of the list, as for other hosts. */
const LISTED_MAX = 128;

/** A file system as the points of `system.filesystem.usage` describe it. */
export interface SentFileSystem {
  readonly device: string;
  /** Empty if the sender does not tell it. */
  readonly path: string;
  readonly type: string;
  readonly mode: string;
  /** Bytes by state: `used`, `free`, `reserved`. */
  readonly bytes: ReadonlyMap<string, number>;
}

/** Returns the file systems that hold data, each once, by the same rules as for other hosts (decision 091). */
export function listFileSystems(sent: Iterable<SentFileSystem>): readonly FileSystem[] {
  const byDevice = Map.groupBy(
    [...sent].filter((one) => isWithData(one)),
    ({ device, path }) => (device === '' ? path : device),
  );
  const all = [...byDevice.values()].flatMap((mounts) => {
    const [first] = mounts.toSorted((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
    return first ? shape(first) : [];
  });
  let room = LISTED_MAX;
  const sorted = all.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return keepFullest(sorted, () => room-- > 0);
}

/** Returns the file system that stands for the disk: that of the system, or else the largest one. */
export function chooseDisk(all: readonly FileSystem[]): FileSystem | undefined {
  for (const path of SYSTEM_PATHS) {
    const found = all.find((one) => one.path.toUpperCase() === path);
    if (found) return found;
  }
  return all.filter(({ readOnly }) => !readOnly).toSorted((a, b) => (b.totalBytes ?? 0) - (a.totalBytes ?? 0))[0];
}

/** The last is the folder in which containers of a collector see the machine. */
const SYSTEM_PATHS = ['/', 'C:', 'C:\\', '/HOSTFS'];

const DRIVE = /^[A-Z]:/i;

function isWithData({ device, path, type }: SentFileSystem): boolean {
  if (DRIVE.test(path) || DRIVE.test(device)) return true;
  // Without its type, only the place can tell.
  return holdsData({ path: path === '' ? device : path, type, source: type === '' ? '/' : device });
}

function shape({ device, path, type, mode, bytes }: SentFileSystem): FileSystem | [] {
  const used = bytes.get('used');
  const free = bytes.get('free');
  if (used === undefined || free === undefined) return [];
  const totalBytes = used + free + (bytes.get('reserved') ?? 0);
  if (totalBytes === 0 || totalBytes > Number.MAX_SAFE_INTEGER) return [];
  return {
    path: path === '' ? device : path,
    type: type.slice(0, 64),
    readOnly: mode === 'ro' || isImage(type),
    ...{ totalBytes, usedBytes: used, availableBytes: free, stale: false },
  };
}
