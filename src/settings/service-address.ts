import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from './environment-reader.js';
import { origin } from './parsers.js';
import type { Settings } from './settings.js';

/** File in the data folder with the address of the service that was started last. */
const FILE = 'address';

/** Notes the public address, for commands whose settings do not name it. */
export async function noteAddress({ dataDir, publicUrl }: Settings): Promise<void> {
  await writeFile(join(dataDir, FILE), `${publicUrl}\n`, { mode: 0o600 });
}

/**
 * Returns the public address of the service: the one that the command's own environment names, else the noted one, as a
 * unit or a container has settings that the command line lacks.
 */
export async function knownAddress({ dataDir, publicUrl }: Settings, environment: Environment): Promise<string> {
  if (environment.PUBLIC_URL || environment.PORT) return publicUrl;
  try {
    return origin((await readFile(join(dataDir, FILE), 'utf8')).trim());
  } catch {
    return publicUrl;
  }
}
