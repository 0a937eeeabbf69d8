import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  ARCHIVE_FOLDER,
  ARCHIVE_PROGRAMS,
  ARCHIVE_RUNTIME,
  archiveFiles,
} from '../../src/features/administration/agent-download/archive-files.ts';
import { koffiOf, koffiPackage } from '../agent-parts.ts';
import { normalizeFiles } from './copy-files.ts';
import { inTemporaryFolder } from './in-temporary-folder.ts';
import { copyRuntime, withLockedPackage } from './node-runtime.ts';
import type { Processor } from './processor.ts';
import { isInstalled, ReleaseFailure, run } from './run.ts';
import { commitTime, type SourceTree } from './source-tree.ts';

/** Fewer threads or another block size would write other bytes. */
const COMPRESSION = 'xz --threads=1 -6';

/** Writes `vigia-agent-linux-<processor>.tar.xz`, the agent with its own Node.js (decision 107). */
export function makeAgentArchive(tree: SourceTree, out: string, processor: Processor): void {
  if (!isInstalled('xz', '--version')) {
    throw new ReleaseFailure(
      'The archive of the agent needs xz, of the package xz-utils; --only npm,deb,image does without.',
    );
  }
  inTemporaryFolder((root) => {
    stageAgent(tree, join(root, ARCHIVE_FOLDER), processor);
    normalizeFiles(root, commitTime(tree));
    const file = join(out, `vigia-agent-linux-${processor}.tar.xz`);
    const owner = ['--owner=0', '--group=0', '--numeric-owner', '--format=ustar', '--sort=name'];
    const packed = ['--use-compress-program', COMPRESSION, '--file', file];
    run('tar', ['--create', ...owner, ...packed, '--directory', root, ARCHIVE_FOLDER]);
  });
}

/** Puts the content of the archive into a folder; native parts for other processors come from the registry. */
function stageAgent(tree: SourceTree, folder: string, processor: Processor): void {
  const place = (name: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    return join(folder, name);
  };
  copyRuntime(tree, processor, place(ARCHIVE_RUNTIME), place('LICENSE.nodejs'));
  for (const [name, from] of Object.entries(archiveFiles(processor))) {
    const target = place(name);
    const file = join(tree.folder, from);
    if (name.endsWith('.node')) copyKoffi(tree, processor, target);
    else if (existsSync(file)) copyFileSync(file, target);
    else throw new ReleaseFailure(`The build has no ${from}, so there is no agent to pack.`);
    chmodSync(target, 0o644);
  }
  for (const name of ARCHIVE_PROGRAMS) chmodSync(join(folder, name), 0o755);
}

/** Puts the native part of koffi into an application, whose hub packs it for agents. Builds before 0.4.0 have no agent. */
export function stageKoffi(tree: SourceTree, folder: string, processor: Processor): void {
  const agent = join(folder, 'dist/agent');
  if (existsSync(agent)) copyKoffi(tree, processor, join(agent, `koffi-${processor}.node`));
}

function copyKoffi(tree: SourceTree, processor: Processor, target: string): void {
  withLockedPackage(tree, koffiPackage(processor), (packages) => copyFileSync(koffiOf(processor, packages), target));
}
