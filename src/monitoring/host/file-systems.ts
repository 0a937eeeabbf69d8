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

interface FileSystemsParts {
  /** The path whose file system is the disk of the specification. */
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
 * lane that hangs is left alone until it goes on. What stands in it is then stale, and nothing else waits.
 */
export class FileSystems {
  readonly #system: FileSystemsSystem;
  readonly #lanes: { readonly local: Lane; readonly remote: Lane };

  constructor(private readonly parts: FileSystemsParts) {
    this.#system = parts.system ?? linux;
    const createLane = () => new Lane((path) => this.#system.sizes(path));
    this.#lanes = { local: createLane(), remote: createLane() };
  }

  /**
   * Asks them all, and waits until `deadline` resolves at the longest.
   *
   * @throws when the monitored path has never answered.
   */
  async read(deadline: Promise<void>): Promise<FileSystemsAnswer> {
    const text = this.#system.mounts();
    const mounts = parseMounts(text);
    const { monitoredPath } = this.parts;
    const home = this.#laneOf(mountOf(monitoredPath, text)?.type ?? '');
    const paths = (lane: Lane) => [
      ...(lane === home ? [monitoredPath] : []),
      ...mounts.filter(({ type }) => this.#laneOf(type) === lane).map(({ path }) => path),
    ];
    const rounds = Object.values(this.#lanes).map((lane) => lane.ask(paths(lane)));
    await Promise.race([Promise.all(rounds), deadline]);
    return { disk: home.answerOf(monitoredPath), fileSystems: mounts.map((mount) => this.#answer(mount)) };
  }

  #laneOf(type: string): Lane {
    return isRemote(type) ? this.#lanes.remote : this.#lanes.local;
  }

  #answer({ path, type }: Mount): FileSystem {
    return { path, type, ...this.#laneOf(type).lastOf(path) };
  }
}

interface Known {
  readonly sizes: Sizes | undefined;
  readonly round: number;
  readonly failure?: unknown;
}

/** Asks one path after another; while one hangs, nothing more is asked. */
class Lane {
  readonly #known = new Map<string, Known>();
  #round = 0;
  #asking: Promise<void> | undefined;

  constructor(private readonly sizesOf: (path: string) => Promise<Sizes>) {}

  /** Begins a round, which resolves when all have answered; there is nothing to wait for while the one before hangs. */
  ask(paths: readonly string[]): Promise<void> | undefined {
    this.#round += 1;
    if (this.#asking) return undefined;
    this.#asking = this.#askAll(paths, this.#round).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #askAll(paths: readonly string[], round: number): Promise<void> {
    for (const path of this.#known.keys()) {
      if (!paths.includes(path)) this.#known.delete(path);
    }
    for (const path of paths) {
      try {
        this.#known.set(path, { sizes: await this.sizesOf(path), round });
      } catch (failure) {
        this.#known.set(path, { sizes: this.#known.get(path)?.sizes, round: 0, failure });
      }
    }
  }

  /** What a path said last; null sizes when it never did. */
  lastOf(path: string): Pick<FileSystem, 'totalBytes' | 'usedBytes' | 'stale'> {
    const known = this.#known.get(path);
    const { totalBytes = null, usedBytes = null } = known?.sizes ?? {};
    return { totalBytes, usedBytes, stale: known?.round !== this.#round };
  }

  /** As {@link lastOf}. @throws when it never said anything. */
  answerOf(path: string): FileSystemsAnswer['disk'] {
    const known = this.#known.get(path);
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
