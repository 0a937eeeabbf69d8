import { mkdir } from 'node:fs/promises';
import { type Settings, SettingsError } from './settings.js';

/** Creates a missing data folder, readable only by its owner. @throws {SettingsError} naming the folder. */
export async function prepareDataDir({ dataDir }: Settings): Promise<void> {
  process.umask(0o077);
  try {
    await mkdir(dataDir, { recursive: true });
  } catch (error) {
    throw new SettingsError([`DATA_DIR cannot be used: ${(error as Error).message}`]);
  }
}
