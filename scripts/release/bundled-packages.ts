import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceTree } from './source-tree.ts';

/** A package whose code is in the built server or client. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** The SPDX identifier of its licence. */
  readonly identifier?: string;
  /** The text of its licence. */
  readonly text?: string;
}

/** Lists that Vite writes, of the server and of the client. */
const LISTS = ['dist/bundled-packages.json', 'dist/client/.vite/bundled-packages.json'];

/** Returns the packages in the build, by name and version, each once. Builds before 0.3.0 have no list: then undefined. */
export function bundledPackages({ folder }: SourceTree): readonly BundledPackage[] | undefined {
  const lists = LISTS.map((list) => join(folder, list));
  if (!lists.every((list) => existsSync(list))) return undefined;
  const all: BundledPackage[] = lists.flatMap((list) => JSON.parse(readFileSync(list, 'utf8')));
  const byKey = new Map(all.map((bundled) => [keyOf(bundled), bundled]));
  return [...byKey.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/**
 * Returns the dependencies that the built server loads from `node_modules`: those that are not bundled. A build without
 * a list gets all of them.
 */
export function packagesBeside(tree: SourceTree): string[] {
  const bundled = new Set(bundledPackages(tree)?.map(({ name }) => name));
  return Object.keys(tree.manifest.dependencies).filter((name) => !bundled.has(name));
}

/** Returns `name@version`. */
export function keyOf({ name, version }: Pick<BundledPackage, 'name' | 'version'>): string {
  return `${name}@${version}`;
}
