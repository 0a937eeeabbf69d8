import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { faultOfPath } from '../../features/monitoring/host/file-systems/check-monitored-path.js';
import { exposureText, findExposedPaths, privatePaths } from '../../settings/exposed-paths.js';
import type { Settings } from '../../settings/settings.js';
import { codeOf } from '../../shared/errors/code-of.js';
import { type Finding, findingsOn } from './finding.js';

const { ok, warning, problem } = findingsOn('disk');

/** Free space below which the service may soon fail to write, and below which it probably does. */
const LITTLE_BYTES = 512 * 2 ** 20;
const FULL_BYTES = 16 * 2 ** 20;

/** Checks the data folder and the files in it without writing. */
export async function checkDataFolder(settings: Settings): Promise<readonly Finding[]> {
  const { dataDir, database } = settings;
  const folders = new Set([dataDir, ...(database.kind === 'sqlite' ? [dirname(database.file)] : [])]);
  const ofFolders = await Promise.all([...folders].map(checkFolder));
  const exposed = await findExposedPaths(settings);
  return [
    ...ofFolders.flat(),
    ...(await checkOwners(settings)),
    ...(await checkMonitoredPath(settings)),
    ...(exposed.length > 0 ? [warning(exposureText(exposed))] : []),
  ];
}

async function checkFolder(folder: string): Promise<readonly Finding[]> {
  const found = await nearestFolder(folder);
  const free = await checkSpace(folder, found);
  try {
    // Whether this user may write, and whether the file system lets anyone.
    await access(found, constants.W_OK | constants.X_OK);
  } catch (error) {
    return [problem(`This user cannot write to ${found} (${codeOf(error)}): run as its owner, or set DATA_DIR.`)];
  }
  const missing = found === folder ? [] : [warning(`${folder} does not exist yet: the first start creates it.`)];
  return [free, ...missing];
}

/** Returns a folder, or the nearest one above it that exists. */
async function nearestFolder(folder: string): Promise<string> {
  try {
    await stat(folder);
    return folder;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    return nearestFolder(dirname(folder));
  }
}

async function checkSpace(folder: string, found: string): Promise<Finding> {
  const { bavail, bsize, files, ffree } = await statfs(found);
  const bytes = bavail * bsize;
  const space = `${folder} has ${Math.floor(bytes / 2 ** 20)} MiB free`;
  if (bytes < FULL_BYTES) return problem(`${space}: make room, or nothing more is saved.`);
  // Some file systems have no fixed number of files and report 0.
  if (files > 0 && ffree === 0) return problem(`${folder} has no free inodes: remove files, or nothing more is saved.`);
  if (bytes < LITTLE_BYTES) return warning(`${space}: make room before the history has used it.`);
  return ok(`${space}.`);
}

/** Checks the path whose file system is measured, which the start requires; the data folder is created by then. */
async function checkMonitoredPath({ monitoredPath, dataDir }: Settings): Promise<readonly Finding[]> {
  const fault = monitoredPath === dataDir ? undefined : await faultOfPath(monitoredPath);
  return fault === undefined
    ? []
    : [problem(`MONITORED_PATH cannot be used, and the service does not start: ${fault}.`)];
}

/** Finds files that belong to somebody else than their folder, as after a command was run as root. */
async function checkOwners(settings: Settings): Promise<readonly Finding[]> {
  const folder = await stat(settings.dataDir).catch(() => undefined);
  if (!folder || process.platform === 'win32') return [];
  const inside = privatePaths(settings).filter((path) => path.startsWith(`${settings.dataDir}/`));
  const owners = await Promise.all(inside.map((path) => stat(path).catch(() => undefined)));
  const strange = inside.filter((_path, index) => (owners[index]?.uid ?? folder.uid) !== folder.uid);
  if (strange.length === 0) return [];
  const command = `chown --reference='${settings.dataDir}' ${strange.map((path) => `'${path}'`).join(' ')}`;
  return [problem(`Files belong to another user than their folder, so the service cannot write them: ${command}`)];
}
