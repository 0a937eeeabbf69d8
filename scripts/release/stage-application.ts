import { join } from 'node:path';
import { stageKoffi } from './agent-archive.ts';
import { bundledPackages, packagesBeside } from './bundled-packages.ts';
import { copyFiles } from './copy-files.ts';
import type { Processor } from './processor.ts';
import { lockedPaths, type SourceTree } from './source-tree.ts';
import { stageRunning } from './stage-package.ts';

/** Files that run, of the packages outside the bundle; others are sources, and programs for other systems. */
const RUNNING: Readonly<Record<string, (processor: Processor) => readonly string[]>> = {
  'better-sqlite3': (processor) => ['lib', `prebuilds/linux-${processor}.node`],
  '@google/generative-ai': () => ['dist/index.js'],
  // Only needed to compile better-sqlite3.
  'node-addon-api': () => [],
};

/**
 * Puts the application with the packages that it loads into a folder, for Linux with glibc and without Node.js. Packages
 * that the table above lacks are copied whole.
 */
export function stageApplication(tree: SourceTree, folder: string, processor: Processor): void {
  stageRunning(tree, folder);
  stageKoffi(tree, folder, processor);
  for (const path of lockedPaths(tree, packagesBeside(tree))) {
    const running = bundledPackages(tree) && RUNNING[path.replace(/^node_modules\//, '')]?.(processor);
    const names = running ? ['package.json', 'LICENSE', ...running].map((name) => join(path, name)) : [path];
    if (running?.length !== 0) copyFiles(tree.folder, names, folder);
  }
}
