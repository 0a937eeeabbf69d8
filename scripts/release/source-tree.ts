import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An entry of `package-lock.json`, as far as it matters here. */
export interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A checkout with `node_modules` and `dist`, of this version or another. */
export interface SourceTree {
  readonly folder: string;
  readonly version: string;
  readonly manifest: Readonly<Record<string, unknown>> & {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  /** Entries of the lock file by path, e.g. `node_modules/express`. */
  readonly locked: Readonly<Record<string, LockedPackage>>;
}

export function readSourceTree(folder: string): SourceTree {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const manifest = read('package.json');
  return { folder, version: manifest.version, manifest, locked: read('package-lock.json').packages };
}

/** Returns the time of the tree's commit in seconds, which every file of a release bears, or `SOURCE_DATE_EPOCH`. */
export function commitTime({ folder }: SourceTree): number {
  const given = process.env.SOURCE_DATE_EPOCH;
  return Number(given ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: folder, encoding: 'utf8' }));
}

/**
 * Returns the paths in the lock file of these packages and of all that they need, sorted.
 *
 * @throws if the lock file lacks one of them.
 */
export function lockedPaths({ locked }: SourceTree, names: readonly string[]): string[] {
  const found = new Set<string>();
  const collect = (folder: string, name: string): void => {
    const path = [`${folder}/node_modules/${name}`, `node_modules/${name}`].find((candidate) => locked[candidate]);
    if (path === undefined) throw new Error(`package-lock.json has no ${name}`);
    if (found.has(path)) return;
    found.add(path);
    for (const needed of Object.keys(locked[path]?.dependencies ?? {})) collect(path, needed);
  };
  for (const name of names) collect('', name);
  return [...found].sort();
}
