import { randomBytes } from 'node:crypto';
import { chmod, link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../shared/has-code.js';
import { type Settings, SettingsError } from './settings.js';

const SECRET_KEY_BYTES = 32;
const GENERATED_KEY = /^[\w-]{43}$/;

/**
 * The key that signs tokens and CSRF secrets: the operator's, or one stored in `DATA_DIR/secret_key` (32 random bytes,
 * mode 0600), generated at the first start (contract 9, promise 16). Two processes that start at once agree on
 * one key.
 *
 * @throws {SettingsError} when the file does not hold a generated key, or the system's error when it cannot be used.
 */
export async function loadSecretKey({ secretKey, dataDir }: Settings): Promise<string> {
  if (secretKey) return secretKey;
  const file = join(dataDir, 'secret_key');
  return (await readKey(file)) ?? (await generateKey(file));
}

async function readKey(file: string): Promise<string | undefined> {
  try {
    const key = (await readFile(file, 'utf8')).trim();
    if (!GENERATED_KEY.test(key)) {
      throw new SettingsError([
        `${file} does not hold a generated key: restore it, or remove it to have a new one made`,
      ]);
    }
    return key;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function generateKey(file: string): Promise<string> {
  const key = randomBytes(SECRET_KEY_BYTES).toString('base64url');
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${key}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await chmod(draft, 0o600);
    await link(draft, file);
    return key;
  } catch (error) {
    // Another process was first: its key is the key.
    if (hasCode(error, 'EEXIST')) return (await readKey(file)) ?? Promise.reject(error);
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
