import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inTemporaryFolder } from './in-temporary-folder.ts';
import type { Processor } from './processor.ts';
import { ReleaseFailure, run } from './run.ts';
import type { SourceTree } from './source-tree.ts';

const PROCESSORS: readonly Processor[] = ['x64', 'arm64'];

/** Returns the processors for which the tree's lock file has a Node.js; before 0.3.0 only one. */
export function lockedRuntimes({ locked }: SourceTree): readonly Processor[] {
  return PROCESSORS.filter((processor) => locked[`node_modules/${packageOf(processor)}`]);
}

/**
 * Copies Node.js for Linux and its licence to two files. The version is the locked one, so that all packages run on the
 * same; it comes from `node_modules`, or for another processor from the registry.
 */
export function copyRuntime(tree: SourceTree, processor: Processor, program: string, licence: string): void {
  withLockedPackage(tree, packageOf(processor), (packages) => {
    const folder = join(packages, packageOf(processor));
    copyFileSync(join(folder, 'bin/node'), program);
    copyFileSync(join(folder, 'LICENSE'), licence);
  });
}

/** Calls `use` with a folder of packages that has this one, in the locked version: `node_modules`, or one filled from the registry. */
export function withLockedPackage(tree: SourceTree, name: string, use: (packages: string) => void): void {
  const installed = join(tree.folder, 'node_modules');
  if (existsSync(join(installed, name))) use(installed);
  else {
    inTemporaryFolder((folder) => {
      const target = join(folder, 'packages', name);
      mkdirSync(dirname(target), { recursive: true });
      renameSync(download(tree, name, folder), target);
      use(join(folder, 'packages'));
    });
  }
}

/** Returns the folder of an unpacked package. @throws {ReleaseFailure} if it is not what the lock file says. */
function download(tree: SourceTree, name: string, folder: string): string {
  const locked = tree.locked[`node_modules/${name}`];
  if (!locked) throw new ReleaseFailure(`package-lock.json has no ${name}, which this processor needs.`);
  const file = join(folder, run('npm', ['pack', '--silent', `${name}@${locked.version}`], { cwd: folder }).trim());
  const sum = createHash('sha512').update(readFileSync(file)).digest('base64');
  if (locked.integrity !== `sha512-${sum}`) throw new ReleaseFailure(`${name} is not what package-lock.json says.`);
  run('tar', ['--extract', '--file', file], { cwd: folder });
  return join(folder, 'package');
}

function packageOf(processor: Processor): string {
  return `node-linux-${processor}`;
}
