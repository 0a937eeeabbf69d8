import { randomBytes } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../shared/errors/has-code.js';
import type { Logger } from '../shared/logger.js';
import { ENV_FILE, holdsSecrets } from './environment.js';
import type { Settings } from './settings.js';

/** Permission bits for the group and others. */
const OTHERS = 0o077;

/**
 * Warns, in one line that includes the remedy, when other users of this machine can read or change the data folder, the
 * database, the key, or a `.env` file with secrets. Files that the service creates are closed to them, but existing
 * ones keep their permissions. Logs nothing on file systems without permissions, and never prevents the start.
 */
export async function warnOfExposedPaths(settings: Settings, logger: Logger, envFile = ENV_FILE): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const exposed = await findExposedPaths(settings, envFile);
    if (exposed.length === 0 || !(await keepsPermissions(settings.dataDir))) return;
    logger.log('warn', exposureText(exposed), { exposed });
  } catch (error) {
    logger.log('debug', 'The permissions of the data could not be checked', { error });
  }
}

/** A path that other accounts can read or change. */
interface ExposedPath {
  readonly path: string;
  /** Permissions in octal: `0755`. */
  readonly mode: string;
}

/** Returns the private paths that other accounts can read or change; writes nothing. */
export async function findExposedPaths(settings: Settings, envFile = ENV_FILE): Promise<readonly ExposedPath[]> {
  if (process.platform === 'win32') return [];
  const exposures = await Promise.all(privatePaths(settings, envFile).map(checkExposure));
  return exposures.filter((path) => path !== undefined);
}

/** Says which command closes the paths. */
export function exposureText(exposed: readonly ExposedPath[]): string {
  const command = `chmod go= ${exposed.map(({ path }) => quoted(path)).join(' ')}`;
  return `Other accounts on this machine can read or change files that only Vigia should access: ${command}`;
}

/** Lists the files and folders that nobody but the service should read; some may be missing. */
export function privatePaths({ dataDir, database, secretKey, tls }: Settings, envFile = ENV_FILE): string[] {
  return [
    dataDir,
    ...(secretKey === undefined ? [join(dataDir, 'secret_key')] : []),
    ...(tls?.kind === 'auto' ? [join(dataDir, 'tls_key.pem')] : []),
    // SQLite creates the files beside the database with the same permissions.
    ...(database.kind === 'sqlite' ? ['', '-wal', '-shm'].map((end) => database.file + end) : []),
    ...(holdsSecrets(envFile) ? [envFile] : []),
  ];
}

async function checkExposure(path: string): Promise<ExposedPath | undefined> {
  try {
    const mode = (await stat(path)).mode & 0o777;
    return (mode & OTHERS) === 0 ? undefined : { path, mode: mode.toString(8).padStart(4, '0') };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Whether a new file keeps the permissions it was created with, which may not be the case on a FAT disk or a network
 * share.
 */
async function keepsPermissions(folder: string): Promise<boolean> {
  const file = join(folder, `.permissions-${randomBytes(4).toString('hex')}`);
  const handle = await open(file, 'wx', 0o600);
  try {
    return ((await handle.stat()).mode & OTHERS) === 0;
  } finally {
    await handle.close();
    await rm(file);
  }
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}
