import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CACHE } from './cache.ts';
import { attempt, run } from './run.ts';

/** The version that upgrades are tried from, packed in today's way, since it was never released. */
const BEFORE = { number: '0.2.0', commit: 'df2c95fec507357602c1bee882efd31ef273296c' };

/** The artifacts of one version, as absolute paths. */
export interface Version {
  readonly number: string;
  readonly npmPackage: string;
  readonly deb: string;
  readonly image: string;
}

export interface Versions {
  readonly current: Version;
  /** Undefined if this clone has no commit of it. */
  readonly before?: Version;
}

/** Makes the artifacts of both versions. Those of the version before are cached. */
export async function makeVersions(): Promise<Versions> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  await run(['node', 'scripts/build.ts', '--if-stale']);
  await run(['node', 'scripts/release.ts']);
  const current = versionIn('release', version);
  const before = await makeBefore();
  return before === undefined ? { current } : { current, before };
}

async function makeBefore(): Promise<Version | undefined> {
  const folder = `${CACHE}/${BEFORE.number}`;
  if (!existsSync(folder)) {
    const { code } = await attempt(['git', 'cat-file', '-e', BEFORE.commit]);
    if (code !== 0) return undefined;
    await pack(folder);
  }
  return versionIn(folder, BEFORE.number);
}

/** Builds the version before from its commit and packs it into `folder`, which exists only if it is complete. */
async function pack(folder: string): Promise<void> {
  const source = `${folder}.source`;
  const part = `${folder}.part`;
  mkdirSync(dirname(folder), { recursive: true });
  for (const old of [source, part]) rmSync(old, { recursive: true, force: true });
  await run(['git', 'worktree', 'prune']);
  await run(['git', 'worktree', 'add', '--detach', source, BEFORE.commit]);
  try {
    await run(['npm', 'ci'], { cwd: source });
    await run(['npm', 'run', 'build'], { cwd: source });
    await run(['node', 'scripts/release.ts', '--source', source, '--out', part, '--only', 'npm,deb,image']);
  } finally {
    await run(['git', 'worktree', 'remove', '--force', source]);
  }
  renameSync(part, folder);
}

function versionIn(folder: string, number: string): Version {
  return {
    number,
    npmPackage: only(folder, `vigia-${number}.tgz`),
    deb: only(folder, `vigia_${number}*_amd64.deb`),
    image: only(folder, `vigia-${number}-oci.tar`),
  };
}

function only(folder: string, pattern: string): string {
  const [file, ...others] = globSync(pattern, { cwd: folder });
  if (file === undefined || others.length > 0) throw new Error(`${folder} does not have one ${pattern}`);
  return resolve(folder, file);
}
