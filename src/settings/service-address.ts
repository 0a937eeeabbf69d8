import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from './environment-reader.js';
import { origin } from './parsers.js';
import type { Settings } from './settings.js';

/** File in the data folder with the URL of the service that was started last. */
const FILE = 'address';

/** Saves the public URL for commands whose settings do not name it. */
export async function noteAddress({ dataDir, publicUrl }: Settings): Promise<void> {
  await writeFile(join(dataDir, FILE), `${publicUrl}\n`, { mode: 0o600 });
}

/**
 * Returns the service's public URL: the one in the command's own environment, or else the saved one, since a unit or a
 * container has settings that the command line lacks.
 */
export async function knownAddress({ dataDir, publicUrl }: Settings, environment: Environment): Promise<string> {
  if (environment.PUBLIC_URL || environment.PORT) return publicUrl;
  try {
    return origin((await readFile(join(dataDir, FILE), 'utf8')).trim());
  } catch {
    return publicUrl;
  }
}
