import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CACHE } from './cache.ts';
import { attempt, run } from './run.ts';

/** The version that upgrades are tried from. It was never released, so it is packed in today's way. */
const BEFORE = { number: '0.2.0', commit: 'df2c95fec507357602c1bee882efd31ef273296c' };

/** Artifacts that are installed, by their names in `scripts/release.ts`, each with the pattern of its file. */
const ARTIFACTS = {
  npm: (number: string) => `vigia-${number}.tgz`,
  deb: (number: string) => `vigia_${number}*_amd64.deb`,
  image: (number: string) => `vigia-${number}-oci.tar`,
};

export type Artifact = keyof typeof ARTIFACTS;

/** The artifacts of one version. */
export class Version {
  readonly number: string;
  readonly #folders: readonly string[];

  constructor(number: string, ...folders: readonly string[]) {
    this.number = number;
    this.#folders = folders;
  }

  /** Returns the path of an artifact. @throws if there is none, or more than one. */
  fileOf(artifact: Artifact): string {
    const pattern = ARTIFACTS[artifact](this.number);
    const [file, ...others] = this.#folders.flatMap((cwd) =>
      globSync(pattern, { cwd }).map((name) => resolve(cwd, name)),
    );
    if (file !== undefined && others.length === 0) return file;
    throw new Error(`There is not one ${pattern} in ${this.#folders.join(', ')}`);
  }
}

export interface Versions {
  readonly current: Version;
  /** Undefined if this clone does not have its commit. */
  readonly before?: Version;
}

/**
 * Makes these artifacts of this version, unless `folder` has them, and of the version before, where they are cached.
 *
 * @throws if a sum in SHA256SUMS is wrong, or a file has none.
 */
export async function makeVersions(artifacts: readonly Artifact[], folder: string | undefined): Promise<Versions> {
  const { code } = await attempt(['git', 'cat-file', '-e', BEFORE.commit]);
  const [current, before] = await Promise.all([
    makeCurrent(artifacts, folder),
    code === 0 ? makeBefore(artifacts) : undefined,
  ]);
  return { current, ...(before && { before }) };
}

async function makeCurrent(artifacts: readonly Artifact[], folder: string | undefined): Promise<Version> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const isWhole = artifacts.length === Object.keys(ARTIFACTS).length;
  const only = isWhole ? [] : ['--only', artifacts.join(',')];
  if (folder === undefined) await run(['node', 'scripts/release.ts', ...only]);
  const made = folder ?? 'release';
  await requireSums(made);
  return new Version(version, made);
}

async function requireSums(folder: string): Promise<void> {
  const out = await run(['sha256sum', '--check', 'SHA256SUMS'], { cwd: folder });
  const files = readdirSync(folder).filter((file) => file !== 'SHA256SUMS');
  const unsigned = files.filter((file) => !out.includes(`${file}: OK`));
  if (unsigned.length > 0) throw new Error(`SHA256SUMS does not have ${unsigned.join(', ')}`);
}

/** Each artifact has a folder in the cache, which exists only if it is complete. */
async function makeBefore(artifacts: readonly Artifact[]): Promise<Version> {
  const folderOf = (artifact: Artifact) => `${CACHE}/${BEFORE.number}/${artifact}`;
  const missing = artifacts.filter((artifact) => !existsSync(folderOf(artifact)));
  if (missing.length > 0) await withSourceBefore((source) => packEach(missing, source));
  return new Version(BEFORE.number, ...artifacts.map(folderOf));

  async function packEach(each: readonly Artifact[], source: string): Promise<void> {
    for (const artifact of each) {
      const part = `${folderOf(artifact)}.part`;
      rmSync(part, { recursive: true, force: true });
      await run(['node', 'scripts/release.ts', '--source', source, '--out', part, '--only', artifact]);
      renameSync(part, folderOf(artifact));
    }
  }
}

/** Calls `use` with a built checkout of the version before. It is outside of `node_modules`, where Node.js runs no TypeScript. */
async function withSourceBefore(use: (source: string) => Promise<void>): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'vigia-before-'));
  const source = join(folder, 'source');
  try {
    await run(['git', 'worktree', 'add', '--detach', source, BEFORE.commit]);
    await run(['npm', 'ci'], { cwd: source });
    await run(['npm', 'run', 'build'], { cwd: source });
    await use(source);
  } finally {
    await attempt(['git', 'worktree', 'remove', '--force', source]);
    rmSync(folder, { recursive: true });
  }
}
