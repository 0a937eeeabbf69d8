import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOnce } from '../../../../settings/create-once.js';
import { type Settings, SettingsError } from '../../../../settings/settings.js';
import { hasCode } from '../../../../shared/errors/has-code.js';
import { machineName } from './machine-name.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The id of this machine among those that the nodes of one service run on (contract 13): the UUID in `DATA_DIR/host_id`.
 * Where there is none, one is made from the name of the machine and its id: so that all data folders of one machine get
 * the same, and so does a container that is made anew under the same name without keeping its folder.
 *
 * @throws {SettingsError} when the file holds something else, or the system's error when it cannot be used.
 */
export async function loadHostId({ dataDir }: Pick<Settings, 'dataDir'>): Promise<string> {
  const file = join(dataDir, 'host_id');
  return (await readHostId(file)) ?? (await createOnce(file, await makeHostId(), readHostId));
}

async function readHostId(file: string): Promise<string | undefined> {
  try {
    const id = (await readFile(file, 'utf8')).trim();
    if (!UUID.test(id)) throw new SettingsError([`${file} does not hold a UUID: remove it to have a new one made`]);
    return id;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** A UUID of version 8, made from what stays the same on a machine. */
async function makeHostId(): Promise<string> {
  // Many containers have none.
  const machineId = await readFile('/etc/machine-id', 'utf8').catch(() => '');
  const digest = createHash('sha256').update(`vigia\n${machineName()}\n${machineId.trim()}`).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(digest.charAt(16), 16) % 4);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}
