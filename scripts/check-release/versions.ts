import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CACHE } from './cache.ts';
import { attempt, run } from './run.ts';

/** The version that upgrades are tried from. It was never released, so it is packed in today's way. */
const BEFORE = { number: '0.2.0', commit: 'df2c95fec507357602c1bee882efd31ef273296c' };

/** The artifacts of one version, as absolute paths. */
export class Version {
  readonly number: string;
  readonly #folder: string;

  constructor(number: string, folder: string) {
    this.number = number;
    this.#folder = folder;
  }

  get npmPackage(): string {
    return this.#only(`vigia-${this.number}.tgz`);
  }

  get deb(): string {
    return this.#only(`vigia_${this.number}*_amd64.deb`);
  }

  get image(): string {
    return this.#only(`vigia-${this.number}-oci.tar`);
  }

  #only(pattern: string): string {
    const [file, ...others] = globSync(pattern, { cwd: this.#folder });
    if (file === undefined || others.length > 0) throw new Error(`${this.#folder} does not have one ${pattern}`);
    return resolve(this.#folder, file);
  }
}

export interface Versions {
  readonly current: Version;
  /** Undefined if this clone does not have its commit. */
  readonly before?: Version;
}

/** Makes the artifacts of this version, unless `folder` has them, and those of the version before, which are cached. */
export async function makeVersions(folder: string | undefined): Promise<Versions> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  if (folder === undefined) await run(['node', 'scripts/release.ts']);
  const current = new Version(version, folder ?? 'release');
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
  return new Version(BEFORE.number, folder);
}

/** Builds the version before from its commit and packs it into `folder`, which exists only if it is complete. */
async function pack(folder: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const source = join(mkdtempSync(join(tmpdir(), 'vigia-before-')), 'source');
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  await run(['git', 'worktree', 'add', '--detach', source, BEFORE.commit]);
  try {
    await run(['npm', 'ci'], { cwd: source });
    await run(['npm', 'run', 'build'], { cwd: source });
    await run(['node', 'scripts/release.ts', '--source', source, '--out', part, '--only', 'npm,deb,image']);
  } finally {
    await run(['git', 'worktree', 'remove', '--force', source]);
    rmSync(join(source, '..'), { recursive: true });
  }
  renameSync(part, folder);
}
