import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { FileSystem } from '../host-metrics.js';
import { isRemote, type Mount, mountOf, parseMounts } from './mounts.js';

interface Sizes {
  readonly totalBytes: number;
  readonly usedBytes: number;
}

/** The sizes of the file systems that answered before the deadline, and the last known ones of the others. */
export interface FileSystemsAnswer {
  /** The file system of the monitored path. */
  readonly disk: Sizes & { readonly stale: boolean };
  readonly fileSystems: readonly FileSystem[];
}

interface FileSystemsDeps {
  /** The path whose file system is reported as disk (contract 4). */
  readonly monitoredPath: string;
  /** The system calls; tests pass their own. */
  readonly system?: FileSystemsSystem;
}

export interface FileSystemsSystem {
  mounts(): string;
  sizes(path: string): Promise<Sizes>;
}

/** The mounts, with the kernel's text that they were parsed from. */
interface ReadMounts {
  readonly text: string;
  readonly mounts: readonly Mount[];
  readonly diskType: string;
}

/**
 * Reads the usage of all file systems. Each call may hang in the kernel forever and then blocks one of the process's
 * few threads, so calls are made one at a time in two queues, with a separate one for remote file systems. While a
 * queue hangs, its file systems are stale, and nothing else waits for them.
 */
export class FileSystems {
  readonly #system: FileSystemsSystem;
  #mounts: ReadMounts | undefined;
  readonly #queues: { readonly local: StatQueue; readonly remote: StatQueue };

  constructor(private readonly deps: FileSystemsDeps) {
    this.#system = deps.system ?? linux;
    const createQueue = () => new StatQueue((path) => this.#system.sizes(path));
    this.#queues = { local: createQueue(), remote: createQueue() };
  }

  /**
   * Reads all file systems, waiting at most until `deadline` resolves.
   *
   * @throws if the monitored path has never answered.
   */
  async read(deadline: Promise<void>): Promise<FileSystemsAnswer> {
    const { mounts, diskType } = this.#readMounts();
    const { monitoredPath } = this.deps;
    const diskQueue = this.#queueOf(diskType);
    const paths = (queue: StatQueue) => [
      ...(queue === diskQueue ? [monitoredPath] : []),
      ...mounts.filter(({ type }) => this.#queueOf(type) === queue).map(({ path }) => path),
    ];
    const rounds = Object.values(this.#queues).map((queue) => queue.startRound(paths(queue)));
    await Promise.race([Promise.all(rounds), deadline]);
    return { disk: diskQueue.requiredSizes(monitoredPath), fileSystems: mounts.map((mount) => this.#withSizes(mount)) };
  }

  /** Parses again only after something was mounted or unmounted. */
  #readMounts(): ReadMounts {
    const text = this.#system.mounts();
    if (this.#mounts?.text !== text) {
      const diskType = mountOf(this.deps.monitoredPath, text)?.type ?? '';
      this.#mounts = { text, mounts: parseMounts(text), diskType };
    }
    return this.#mounts;
  }

  #queueOf(type: string): StatQueue {
    return isRemote(type) ? this.#queues.remote : this.#queues.local;
  }

  #withSizes({ path, type }: Mount): FileSystem {
    return { path, type, ...this.#queueOf(type).latestSizes(path) };
  }
}

interface PathState {
  readonly sizes: Sizes | undefined;
  readonly round: number;
  readonly failure?: unknown;
}

/** Reads one path at a time; while one hangs, the others wait. */
class StatQueue {
  readonly #states = new Map<string, PathState>();
  #round = 0;
  #pending: Promise<void> | undefined;

  constructor(private readonly sizesOf: (path: string) => Promise<Sizes>) {}

  /** Starts a round, which resolves when all paths have answered; undefined while the previous round hangs. */
  startRound(paths: readonly string[]): Promise<void> | undefined {
    this.#round += 1;
    if (this.#pending) return undefined;
    this.#pending = this.#runAll(paths, this.#round).finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #runAll(paths: readonly string[], round: number): Promise<void> {
    for (const path of this.#states.keys()) {
      if (!paths.includes(path)) this.#states.delete(path);
    }
    for (const path of paths) {
      try {
        this.#states.set(path, { sizes: await this.sizesOf(path), round });
      } catch (failure) {
        this.#states.set(path, { sizes: this.#states.get(path)?.sizes, round: 0, failure });
      }
    }
  }

  /** Returns the last known sizes of a path; null if it has never answered. */
  latestSizes(path: string): Pick<FileSystem, 'totalBytes' | 'usedBytes' | 'stale'> {
    const state = this.#states.get(path);
    const { totalBytes = null, usedBytes = null } = state?.sizes ?? {};
    return { totalBytes, usedBytes, stale: state?.round !== this.#round };
  }

  /** Like {@link latestSizes}. @throws if the path has never answered. */
  requiredSizes(path: string): FileSystemsAnswer['disk'] {
    const state = this.#states.get(path);
    if (!state?.sizes) throw state?.failure ?? new Error(`The file system of ${path} did not answer in time`);
    return { ...state.sizes, stale: state.round !== this.#round };
  }
}

const linux: FileSystemsSystem = {
  mounts: () => readFileSync('/proc/self/mounts', 'utf8'),
  sizes: sizesOf,
};

/** Returns the usage of a path's file system, in bytes, computed as in `df`. */
export async function sizesOf(path: string): Promise<Sizes> {
  const { blocks, bfree, bsize } = await statfs(path);
  return { totalBytes: blocks * bsize, usedBytes: (blocks - bfree) * bsize };
}
