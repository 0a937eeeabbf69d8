import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../shared/errors/has-code.js';
import { createOnce } from './create-once.js';
import { type Settings, SettingsError } from './settings.js';

const SECRET_KEY_BYTES = 32;
const GENERATED_KEY = /^[\w-]{43}$/;

/**
 * Returns the key that signs tokens and CSRF secrets: the operator's, or the one in `DATA_DIR/secret_key` (32 random
 * bytes, mode 0600), generated at the first start (contract 9, promise 16). Two processes that start simultaneously
 * agree on one key.
 *
 * @throws {SettingsError} when the file does not contain a generated key; or the system's error when the file cannot be
 * used.
 */
export async function loadSecretKey(settings: Settings): Promise<string> {
  const key = randomBytes(SECRET_KEY_BYTES).toString('base64url');
  return (await findSecretKey(settings)) ?? (await createOnce(keyFile(settings), key, readKey));
}

/**
 * Returns the key as {@link loadSecretKey} does, but creates none: undefined before the first start.
 *
 * @throws as {@link loadSecretKey} does.
 */
export async function findSecretKey(settings: Settings): Promise<string | undefined> {
  return settings.secretKey ?? (await readKey(keyFile(settings)));
}

function keyFile({ dataDir }: Settings): string {
  return join(dataDir, 'secret_key');
}

async function readKey(file: string): Promise<string | undefined> {
  try {
    const key = (await readFile(file, 'utf8')).trim();
    if (!GENERATED_KEY.test(key)) {
      throw new SettingsError([
        `${file} does not contain a generated key: restore it, or remove it to have a new one generated`,
      ]);
    }
    return key;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
