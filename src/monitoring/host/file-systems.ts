import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { FileSystem } from './host-metrics.js';
import { isRemote, type Mount, mountOf, parseMounts } from './mounts.js';

interface Sizes {
  readonly totalBytes: number;
  readonly usedBytes: number;
}

/** What the file systems said within the time that was given. */
export interface FileSystemsAnswer {
  /** The file system of the monitored path. */
  readonly disk: Sizes & { readonly stale: boolean };
  readonly fileSystems: readonly FileSystem[];
}

interface FileSystemsDeps {
  /** The path whose file system is reported as disk (contract 4). */
  readonly monitoredPath: string;
  /** The kernel's own questions; tests hand in others. */
  readonly system?: FileSystemsSystem;
}

/** How the kernel is asked. */
export interface FileSystemsSystem {
  mounts(): string;
  sizes(path: string): Promise<Sizes>;
}

/**
 * Asks every file system how full it is. Each question may hang for ever in the kernel, and takes one of the few
 * threads of the process with it: therefore they are asked one after another in two lanes, remote ones apart, and a
 * queue that hangs is left alone until it goes on. What stands in it is then stale, and nothing else waits.
 */
export class FileSystems {
  readonly #system: FileSystemsSystem;
  readonly #queues: { readonly local: StatQueue; readonly remote: StatQueue };

  constructor(private readonly deps: FileSystemsDeps) {
    this.#system = deps.system ?? linux;
    const createQueue = () => new StatQueue((path) => this.#system.sizes(path));
    this.#queues = { local: createQueue(), remote: createQueue() };
  }

  /**
   * Asks them all, and waits until `deadline` resolves at the longest.
   *
   * @throws when the monitored path has never answered.
   */
  async read(deadline: Promise<void>): Promise<FileSystemsAnswer> {
    const text = this.#system.mounts();
    const mounts = parseMounts(text);
    const { monitoredPath } = this.deps;
    const diskQueue = this.#queueOf(mountOf(monitoredPath, text)?.type ?? '');
    const paths = (queue: StatQueue) => [
      ...(queue === diskQueue ? [monitoredPath] : []),
      ...mounts.filter(({ type }) => this.#queueOf(type) === queue).map(({ path }) => path),
    ];
    const rounds = Object.values(this.#queues).map((queue) => queue.startRound(paths(queue)));
    await Promise.race([Promise.all(rounds), deadline]);
    return { disk: diskQueue.requiredSizes(monitoredPath), fileSystems: mounts.map((mount) => this.#withSizes(mount)) };
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

/** Asks one path after another; while one hangs, nothing more is asked. */
class StatQueue {
  readonly #states = new Map<string, PathState>();
  #round = 0;
  #pending: Promise<void> | undefined;

  constructor(private readonly sizesOf: (path: string) => Promise<Sizes>) {}

  /** Begins a round, which resolves when all have answered; there is nothing to wait for while the one before hangs. */
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

  /** What a path said last; null sizes when it never did. */
  latestSizes(path: string): Pick<FileSystem, 'totalBytes' | 'usedBytes' | 'stale'> {
    const known = this.#states.get(path);
    const { totalBytes = null, usedBytes = null } = known?.sizes ?? {};
    return { totalBytes, usedBytes, stale: known?.round !== this.#round };
  }

  /** As {@link latestSizes}. @throws when it never said anything. */
  requiredSizes(path: string): FileSystemsAnswer['disk'] {
    const known = this.#states.get(path);
    if (!known?.sizes) throw known?.failure ?? new Error(`The file system of ${path} did not answer in time`);
    return { ...known.sizes, stale: known.round !== this.#round };
  }
}

const linux: FileSystemsSystem = {
  mounts: () => readFileSync('/proc/self/mounts', 'utf8'),
  sizes: sizesOf,
};

/** How full the file system of a path is, in bytes, as `df` says. */
export async function sizesOf(path: string): Promise<Sizes> {
  const { blocks, bfree, bsize } = await statfs(path);
  return { totalBytes: blocks * bsize, usedBytes: (blocks - bfree) * bsize };
}
