import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagesBeside } from './bundled-packages.ts';
import { copyFiles } from './copy-files.ts';
import { lockedPaths, type SourceTree } from './source-tree.ts';
import { thirdPartyLicences } from './third-party-licences.ts';

/** Everything that runs. */
const RUNNING = ['dist', 'config', 'schema.graphql', 'LICENSE'];
/** Everything to read and to copy from. */
export const DOCUMENTATION = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs', 'deploy', '.env.example'];

/** Fields of `package.json` that matter to those who install. */
const FIELDS = ['name', 'version', 'description', 'keywords', 'license', 'author', 'type', 'exports', 'engines'];

const COMMAND = 'bin/vigia.js';
/** Files that versions before 0.3.0 lack, so that they are this version's. */
const STARTING = [COMMAND, 'bin/check-health.js'];

/** Puts the files that run into a folder, with a `package.json` of their own; not the packages that they load. */
export function stageRunning(tree: SourceTree, folder: string): void {
  mkdirSync(folder, { recursive: true });
  copyFiles(tree.folder, RUNNING, folder, isForUsers);
  copyFiles(join(import.meta.dirname, '../..'), STARTING, folder);
  writeFileSync(join(folder, 'package.json'), json(manifestOf(tree)));
  const licences = thirdPartyLicences(tree);
  if (licences) writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licences);
}

/** Puts the files of the npm package into a folder: those that run, those to read, and exact versions for npm. */
export function stagePackage(tree: SourceTree, folder: string): void {
  stageRunning(tree, folder);
  copyFiles(tree.folder, DOCUMENTATION, folder, isForUsers);
  writeFileSync(join(folder, 'npm-shrinkwrap.json'), json(shrinkwrapOf(tree)));
}

/**
 * Leaves out files that only packing needs, and the source maps of packages. Those of our own code stay, because the log
 * translates places in the build by them.
 */
export function isForUsers(name: string): boolean {
  const isMapOfPackages = name.endsWith('.map') && name.includes('dist/node_modules');
  return !isMapOfPackages && !name.endsWith('dist/.built') && !name.endsWith('deploy/debian');
}

function manifestOf(tree: SourceTree): Record<string, unknown> {
  const { manifest } = tree;
  const kept = Object.fromEntries(FIELDS.map((name) => [name, manifest[name]]));
  const dependencies = Object.fromEntries(packagesBeside(tree).map((name) => [name, tree.manifest.dependencies[name]]));
  return { ...kept, bin: { vigia: COMMAND }, dependencies };
}

/** Returns a lock file of the packages beside the bundle and those that they need. */
function shrinkwrapOf(tree: SourceTree): Record<string, unknown> {
  const { name, version, license, dependencies, engines, bin } = manifestOf(tree);
  const root = { name, version, license, dependencies, bin, engines };
  const packages = lockedPaths(tree, packagesBeside(tree)).map((path) => [path, tree.locked[path]]);
  return { name, version, lockfileVersion: 3, requires: true, packages: Object.fromEntries([['', root], ...packages]) };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
