import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeAgentArchive } from './release/agent-archive.ts';
import { makeBillOfMaterials } from './release/bill-of-materials.ts';
import { writeChecksums } from './release/checksums.ts';
import { copyFiles } from './release/copy-files.ts';
import { makeDebPackage } from './release/deb-package.ts';
import { makeImage } from './release/image.ts';
import { lockedRuntimes } from './release/node-runtime.ts';
import { makeNpmPackage } from './release/npm-package.ts';
import { ReleaseFailure } from './release/run.ts';
import { readSourceTree, type SourceTree } from './release/source-tree.ts';
import { stageApplication } from './release/stage-application.ts';

/**
 * `npm run release` builds this version and packs it for those who install it, into `release/` (decision 097).
 * `--only npm,deb,image,agent,sbom,deploy` makes some of the files, `--out` names another folder, and `--source` packs another
 * checkout, which is built already. `--only application` puts the files that run into the folder, for the image.
 */

/** Files of `deploy/` that are used beside the packages. */
const DEPLOY = ['install.sh', 'compose.yaml', 'compose.agent.yaml', 'compose.postgresql.yaml'];

type Part = (tree: SourceTree, out: string) => void;

const PARTS: Readonly<Record<string, Part>> = {
  npm: makeNpmPackage,
  deb: (tree, out) => {
    for (const processor of lockedRuntimes(tree)) makeDebPackage(tree, out, processor);
  },
  image: makeImage,
  agent: (tree, out) => {
    for (const processor of lockedRuntimes(tree)) makeAgentArchive(tree, out, processor);
  },
  sbom: makeBillOfMaterials,
  deploy: (tree, out) => copyFiles(join(tree.folder, 'deploy'), DEPLOY, out),
};

/** Default folder, emptied by a whole release so that it holds one version. */
const RELEASE = 'release';

const { values } = parseArgs({
  options: { only: { type: 'string' }, out: { type: 'string' }, source: { type: 'string' } },
});

try {
  if (!values.only && !values.out) rmSync(RELEASE, { recursive: true, force: true });
  release(values.only?.split(',') ?? Object.keys(PARTS), resolve(values.out ?? RELEASE), values.source);
} catch (error) {
  if (!(error instanceof ReleaseFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function release(names: readonly string[], out: string, source: string | undefined): void {
  if (source === undefined) execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
  const tree = readSourceTree(resolve(source ?? '.'));
  if (names.includes('application')) {
    stageApplication(tree, out, process.arch === 'arm64' ? 'arm64' : 'x64');
    return;
  }
  const parts = names.map((name) => PARTS[name] ?? unknown(name));
  mkdirSync(out, { recursive: true });
  for (const part of parts) part(tree, out);
  writeChecksums(out);
}

function unknown(name: string): never {
  throw new ReleaseFailure(`--only ${name}: the parts are ${Object.keys(PARTS).join(', ')}`);
}
