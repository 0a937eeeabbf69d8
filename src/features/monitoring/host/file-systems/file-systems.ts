import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FileSystem } from '../host-metrics.js';
import { keepFullest } from './keep-fullest.js';
import { findMount, isRemote, type Mount, parseMountPoints, parseMounts } from './mounts.js';
import { readMemorySizes, readSizes, type Sizes } from './sizes.js';
import { type StatCalls, StatQueue } from './stat-queue.js';

/** Maximum length of the list. All file systems are read, however many there are, and the fullest are listed. */
const LISTED_MAX = 128;

/** The sizes of the file systems that answered before the deadline, and the last known sizes of the others. */
export interface FileSystemsAnswer {
  /** The file system of the monitored path. */
  readonly disk: Sizes & { readonly stale: boolean };
  readonly fileSystems: readonly FileSystem[];
}

/** A place where a file system is mounted, for node_exporter's families. */
export interface MountedPlace {
  readonly path: string;
  readonly type: string;
  /** The device or server that is mounted there, such as `/dev/sda1`. */
  readonly source: string;
  readonly readOnly: boolean;
  /** Null if it has not answered. */
  readonly sizes: Sizes | null;
}

/** Types whose data is in memory, so that they answer at once. */
const IN_MEMORY = /^(tmpfs|ramfs|rootfs)$/;

interface FileSystemsDeps {
  /** The path whose file system is reported as the disk (contract 4). */
  readonly monitoredPath: string;
  /** Makes the system calls; tests pass their own. */
  readonly system?: FileSystemsSystem;
}

export interface FileSystemsSystem extends StatCalls {
  /** The text of `/proc/self/mountinfo`. */
  mounts(): string;
}

/** The mounts, and the kernel's text they were parsed from. */
interface ReadMounts {
  readonly text: string;
  readonly mounts: readonly Mount[];
  readonly diskType: string;
}

/**
 * Reads the usage of all file systems. A call may hang in the kernel forever and then blocks one of the process's few
 * threads. Calls are therefore made one at a time in two queues, one of which is only for remote file systems. While a
 * queue hangs, its file systems are stale, and nothing else waits for them.
 */
export class FileSystems {
  readonly #system: FileSystemsSystem;
  #mounts: ReadMounts | undefined;
  readonly #queues: { readonly local: StatQueue; readonly remote: StatQueue };

  constructor(private readonly deps: FileSystemsDeps) {
    this.#system = deps.system ?? linux;
    this.#queues = { local: new StatQueue(this.#system), remote: new StatQueue(this.#system) };
  }

  /**
   * Reads all file systems, waiting no longer than until `deadline` resolves.
   *
   * @throws if the monitored path has never answered.
   */
  async read(deadline: Promise<void>): Promise<FileSystemsAnswer> {
    const { mounts, diskType } = this.#readMounts();
    const diskQueue = this.#selectQueue(diskType);
    const monitored = [{ path: this.deps.monitoredPath, mayBeFile: false }];
    const rounds = Object.values(this.#queues).map((queue) =>
      queue.startRound([
        ...(queue === diskQueue ? [monitored] : []),
        ...mounts.filter(({ type }) => this.#selectQueue(type) === queue).map(({ places }) => places),
      ]),
    );
    await Promise.race([Promise.all(rounds), deadline]);
    return { disk: this.#disk(diskQueue), fileSystems: this.#listed(mounts) };
  }

  /**
   * Returns all places where something is mounted, with the sizes that {@link read} has last found; only those in
   * memory are asked now. `selects` chooses among them.
   */
  mounted(selects: (place: { readonly path: string; readonly type: string }) => boolean): readonly MountedPlace[] {
    const byDevice = new Map(this.#readMounts().mounts.map((mount) => [mount.device, mount]));
    return parseMountPoints(this.#system.mounts())
      .filter(selects)
      .map(({ path, type, source, isReadOnly, device }) => ({
        ...{ path, type, source, readOnly: isReadOnly },
        sizes: IN_MEMORY.test(type) ? attempt(() => readMemorySizes(path)) : this.#latestSizes(byDevice.get(device)),
      }));
  }

  #latestSizes(mount: Mount | undefined): Sizes | null {
    const queue = mount && this.#selectQueue(mount.type);
    const path = mount && queue?.matchPath(mount.places);
    if (!queue || path === undefined) return null;
    const { sizes, isSilent } = queue.latest(path);
    return isSilent ? null : sizes;
  }

  /** Only parses the text again if something has been mounted or unmounted. */
  #readMounts(): ReadMounts {
    const text = this.#system.mounts();
    if (this.#mounts?.text !== text) {
      const diskType = findMount(this.deps.monitoredPath, text)?.type ?? '';
      this.#mounts = { text, mounts: parseMounts(text), diskType };
    }
    return this.#mounts;
  }

  #selectQueue(type: string): StatQueue {
    return isRemote(type) ? this.#queues.remote : this.#queues.local;
  }

  #disk(queue: StatQueue): FileSystemsAnswer['disk'] {
    const { monitoredPath } = this.deps;
    const { sizes, stale, failure } = queue.latest(monitoredPath);
    if (!sizes) throw failure ?? new Error(`The file system of ${monitoredPath} did not answer in time`);
    return { ...sizes, stale };
  }

  #listed(mounts: readonly Mount[]): readonly FileSystem[] {
    const all = mounts.flatMap(({ places, type, isReadOnly }): FileSystem[] => {
      const queue = this.#selectQueue(type);
      const path = queue.matchPath(places);
      if (path === undefined) return [];
      const { sizes, stale } = queue.latest(path);
      // A file system without blocks holds no data, like those that expose settings as files.
      if (sizes?.totalBytes === 0) return [];
      const { totalBytes = null, usedBytes = null, availableBytes = null } = sizes ?? {};
      return [{ path, type, readOnly: isReadOnly, totalBytes, usedBytes, availableBytes, stale }];
    });
    let room = LISTED_MAX;
    return keepFullest(all, () => room-- > 0);
  }
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const linux: FileSystemsSystem = {
  mounts: () => readFileSync('/proc/self/mountinfo', 'utf8'),
  sizes: readSizes,
  isFolder: async (path) => (await stat(path)).isDirectory(),
};
