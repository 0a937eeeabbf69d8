import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOnce } from '../../../../settings/create-once.js';
import { type Settings, SettingsError } from '../../../../settings/settings.js';
import { hasCode } from '../../../../shared/errors/has-code.js';
import { machineName } from './machine-name.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Loads the id that identifies this machine among those running nodes of one service (contract 13): the UUID in
 * `DATA_DIR/host_id`. If the file is missing, derives one from the machine's name and id. All data folders of one
 * machine therefore get the same id, and so does a container that is recreated under the same name without its folder.
 *
 * @throws {SettingsError} if the file contains something else, or the system's error if it cannot be read or written.
 */
export async function loadHostId({
  dataDir,
  hostName,
}: Pick<Settings, 'dataDir'> & Partial<Pick<Settings, 'hostName'>>): Promise<string> {
  const file = join(dataDir, 'host_id');
  return (await readHostId(file)) ?? (await createOnce(file, await makeHostId(machineName(hostName)), readHostId));
}

async function readHostId(file: string): Promise<string | undefined> {
  try {
    const id = (await readFile(file, 'utf8')).trim();
    if (!UUID.test(id))
      throw new SettingsError([`${file} does not contain a UUID: remove it to have a new one generated`]);
    return id;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Derives a version 8 UUID from the stable properties of the machine. */
async function makeHostId(name: string): Promise<string> {
  // Many containers don't have one.
  const machineId = await readFile('/etc/machine-id', 'utf8').catch(() => '');
  const digest = createHash('sha256').update(`vigia\n${name}\n${machineId.trim()}`).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(digest.charAt(16), 16) % 4);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}
