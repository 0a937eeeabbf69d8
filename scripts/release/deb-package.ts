import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyFiles, normalizeFiles } from './copy-files.ts';
import { debUnit, SETTINGS } from './deb-unit.ts';
import { inTemporaryFolder } from './in-temporary-folder.ts';
import { copyRuntime } from './node-runtime.ts';
import type { Processor } from './processor.ts';
import { isInstalled, ReleaseFailure, run } from './run.ts';
import { commitTime, type SourceTree } from './source-tree.ts';
import { stageApplication } from './stage-application.ts';
import { DOCUMENTATION, isForUsers } from './stage-package.ts';

/** Scripts and texts of the Debian package that nothing else has. */
const OWN_FILES = join(import.meta.dirname, '../../deploy/debian');

const ARCHITECTURES: Readonly<Record<Processor, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Writes `vigia_<version>_<architecture>.deb`, with its own Node.js. @throws {ReleaseFailure} without dpkg-deb. */
export function makeDebPackage(tree: SourceTree, out: string, processor: Processor): void {
  if (!isInstalled('dpkg-deb', '--version')) {
    throw new ReleaseFailure(
      'The Debian package needs dpkg-deb, of the package dpkg; --only npm,image,sbom does without.',
    );
  }
  const version = tree.version.replace('-', '~');
  const architecture = ARCHITECTURES[processor];
  inTemporaryFolder((root) => {
    stageFiles(tree, root, processor);
    stageControl(tree, root, { version, architecture });
    normalizeFiles(root, commitTime(tree));
    chmodSync(join(root, SETTINGS), 0o640);
    const file = join(out, `vigia_${version}_${architecture}.deb`);
    const env = { SOURCE_DATE_EPOCH: String(commitTime(tree)) };
    run('dpkg-deb', ['--root-owner-group', '-Zxz', '-z3', '--build', root, file], { env });
  });
}

function stageFiles(tree: SourceTree, root: string, processor: Processor): void {
  const folder = (path: string) => {
    mkdirSync(join(root, path), { recursive: true });
    return join(root, path);
  };
  const docs = folder('usr/share/doc/vigia');
  stageApplication(tree, folder('usr/lib/vigia'), processor);
  copyRuntime(tree, processor, join(root, 'usr/lib/vigia/node'), join(docs, 'copyright.nodejs'));
  copyFiles(tree.folder, DOCUMENTATION, docs, isForUsers);
  copyFileSync(join(tree.folder, 'LICENSE'), join(docs, 'copyright'));
  copyFileSync(join(OWN_FILES, 'vigia'), join(folder('usr/bin'), 'vigia'));
  const unit = readFileSync(join(tree.folder, 'deploy/vigia.service'), 'utf8');
  writeFileSync(join(folder('usr/lib/systemd/system'), 'vigia.service'), debUnit(unit));
  folder('etc/vigia');
  // The same in every version, because dpkg asks about a changed one; all settings are in the documentation.
  copyFileSync(join(OWN_FILES, 'vigia.env'), join(root, SETTINGS));
}

function stageControl(tree: SourceTree, root: string, names: { version: string; architecture: string }): void {
  const control = join(root, 'DEBIAN');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(root, name)).isFile(),
  );
  const sums = files.sort().map((name) => `${md5(join(root, name))}  ${name}\n`);
  const bytes = files.reduce((sum, name) => sum + statSync(join(root, name)).size, 0);
  mkdirSync(control);
  for (const name of ['postinst', 'prerm', 'postrm', 'templates'])
    copyFileSync(join(OWN_FILES, name), join(control, name));
  writeFileSync(join(control, 'conffiles'), `${SETTINGS}\n`);
  writeFileSync(join(control, 'md5sums'), sums.join(''));
  writeFileSync(join(control, 'control'), controlFile(tree, names, Math.ceil(bytes / 1024)));
}

/** Returns the package's description; the libraries are those of Node.js and of the addon of better-sqlite3. */
function controlFile(
  { manifest }: SourceTree,
  { version, architecture }: { version: string; architecture: string },
  kibibytes: number,
): string {
  return `Package: vigia
Version: ${version}
Architecture: ${architecture}
Maintainer: ${manifest.author} <vigia@localhost>
Installed-Size: ${kibibytes}
Depends: libc6 (>= 2.34), libgcc-s1, libstdc++6 (>= 11), debconf (>= 0.5) | debconf-2.0, passwd
Section: admin
Priority: optional
Description: live host metrics, number bases and logic, with accounts
 Shows processors, memory, disks and network of this machine and others, keeps
 two years of them, and raises alerts. Converts numbers and logic, for lessons.
 It brings its own Node.js.
`;
}

/** Returns a sum as `dpkg --verify` compares it. */
function md5(file: string): string {
  return createHash('md5').update(readFileSync(file)).digest('hex');
}
