import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from './environment-reader.js';
import { origin } from './parsers.js';
import type { Settings } from './settings.js';

/** File in the data folder with the URL of the service that was started last, and the pin of its key if it has one. */
const FILE = 'address';

/** How clients reach the service. */
export interface ServiceAddress {
  readonly url: string;
  /** Pin of the key of a certificate that no authority has issued; undefined for every other. */
  readonly pin: string | undefined;
}

/** Saves the public URL and the pin for commands whose settings do not name them. */
export async function noteAddress(dataDir: string, { url, pin }: ServiceAddress): Promise<void> {
  await writeFile(join(dataDir, FILE), `${[url, pin].filter(Boolean).join('\n')}\n`, { mode: 0o600 });
}

/**
 * Returns the service's public URL: the one in the command's own environment, or else the saved one, since a unit or a
 * container has settings that the command line lacks.
 */
export async function knownAddress(settings: Settings, environment: Environment): Promise<string> {
  return (await knownService(settings, environment)).url;
}

/** The same as {@link knownAddress}, with the pin of the service that was started last. */
export async function knownService(
  { dataDir, publicUrl }: Settings,
  environment: Environment,
): Promise<ServiceAddress> {
  try {
    const [url = '', pin] = (await readFile(join(dataDir, FILE), 'utf8')).trim().split('\n');
    return { url: environment.PUBLIC_URL || environment.PORT ? publicUrl : origin(url), pin };
  } catch {
    return { url: publicUrl, pin: undefined };
  }
}
