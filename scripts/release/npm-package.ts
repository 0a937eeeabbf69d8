import { stageKoffi } from './agent-archive.ts';
import { normalizeFiles } from './copy-files.ts';
import { inTemporaryFolder } from './in-temporary-folder.ts';
import { lockedRuntimes } from './node-runtime.ts';
import { run } from './run.ts';
import { commitTime, type SourceTree } from './source-tree.ts';
import { stagePackage } from './stage-package.ts';

/** Writes `vigia-<version>.tgz`, which `npm install --global` takes. */
export function makeNpmPackage(tree: SourceTree, out: string): void {
  inTemporaryFolder((folder) => {
    stagePackage(tree, folder);
    for (const processor of lockedRuntimes(tree)) stageKoffi(tree, folder, processor);
    normalizeFiles(folder, commitTime(tree));
    run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', out], { cwd: folder });
  });
}
