import { codeOf } from '../../../../shared/errors/code-of.js';
import type { Place } from './mounts.js';
import type { Sizes } from './sizes.js';

/** The calls of a {@link StatQueue}; each may hang. */
export interface StatCalls {
  sizes(path: string): Promise<Sizes>;
  isFolder(path: string): Promise<boolean>;
}

/** The newest sizes of a path; null until it has answered for the first time. */
export interface LatestSizes {
  readonly sizes: Sizes | null;
  readonly stale: boolean;
  /** Whether it answered neither in this round, which may still be going on, nor in the one before. */
  readonly isSilent: boolean;
  readonly failure?: unknown;
}

interface PathState {
  readonly sizes: Sizes | undefined;
  readonly round: number;
  readonly kind: 'folder' | 'file' | 'outOfReach' | 'unknown';
  readonly failure?: unknown;
}

const NEW_PATH: PathState = { sizes: undefined, round: 0, kind: 'unknown' };

/**
 * Failures of paths that this process may not access or that no longer exist. They do not count as failing to answer.
 */
const OUT_OF_REACH = new Set(['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR']);

/** Reads one file system at a time; if one hangs, the others wait. */
export class StatQueue {
  readonly #states = new Map<string, PathState>();
  #round = 0;
  #pending: Promise<void> | undefined;

  constructor(private readonly calls: StatCalls) {}

  /**
   * Starts a round, which resolves when all file systems have answered; undefined if the previous round is still
   * hanging. Each file system is read at the first of its places that is a folder.
   */
  startRound(fileSystems: readonly (readonly Place[])[]): Promise<void> | undefined {
    this.#round += 1;
    if (this.#pending) return undefined;
    this.#pending = this.#runAll(fileSystems, this.#round).finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #runAll(fileSystems: readonly (readonly Place[])[], round: number): Promise<void> {
    const paths = new Set(fileSystems.flat().map(({ path }) => path));
    for (const path of this.#states.keys()) if (!paths.has(path)) this.#states.delete(path);
    for (const places of fileSystems) {
      for (const place of places) {
        await this.#read(place, round);
        if (this.#isFolder(place)) break;
      }
    }
  }

  async #read({ path, mayBeFile }: Place, round: number): Promise<void> {
    const before = this.#states.get(path) ?? NEW_PATH;
    if (before.kind === 'file') return;
    try {
      const isFolder = !mayBeFile || before.kind === 'folder' || (await this.calls.isFolder(path));
      const sizes = isFolder ? await this.calls.sizes(path) : undefined;
      this.#states.set(path, { sizes, round, kind: isFolder ? 'folder' : 'file' });
    } catch (failure) {
      const kind = OUT_OF_REACH.has(codeOf(failure) ?? '') ? 'outOfReach' : before.kind;
      this.#states.set(path, { sizes: before.sizes, round: 0, kind, failure });
    }
  }

  /** Whether a file system can be read at a place: it is a folder, or may turn out to be one. */
  #isFolder({ path, mayBeFile }: Place): boolean {
    const kind = this.#states.get(path)?.kind ?? 'unknown';
    return kind === 'folder' || (kind === 'unknown' && !mayBeFile);
  }

  /**
   * Returns the path at which a file system is read; undefined if there is none, as for files mounted into a container.
   */
  matchPath(places: readonly Place[]): string | undefined {
    return places.find((place) => this.#isFolder(place))?.path;
  }

  latest(path: string): LatestSizes {
    const { sizes = null, round, failure } = this.#states.get(path) ?? NEW_PATH;
    return { sizes, stale: round !== this.#round, isSilent: round < this.#round - 1, failure };
  }
}
