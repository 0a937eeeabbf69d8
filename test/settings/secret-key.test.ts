import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadSecretKey } from '../../src/settings/secret-key.js';
import { readSettings } from '../../src/settings/settings.js';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'vigia-test-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

describe('the secret key (contract 9, promise 16)', () => {
  test('is generated once: 32 random bytes that only the owner may read, under any umask', async () => {
    const settings = readSettings({ DATA_DIR: folder() });
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const key = await loadSecretKey(settings);
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    expect(statSync(join(settings.dataDir, 'secret_key')).mode & 0o777).toBe(0o600);
    expect(await loadSecretKey(settings)).toBe(key);
    expect(readdirSync(settings.dataDir)).toEqual(['secret_key']);
  });

  test('is one for processes that start at the same time', async () => {
    const settings = readSettings({ DATA_DIR: folder() });
    const keys = await Promise.all(Array.from({ length: 20 }, () => loadSecretKey(settings)));
    expect(new Set(keys).size).toBe(1);
    expect(readdirSync(settings.dataDir)).toEqual(['secret_key']);
  });

  test('is the operator’s when there is one, and then none is written', async () => {
    const secretKey = 'k3y-of-the-operator-with-enough-of-it';
    const settings = readSettings({ DATA_DIR: folder(), SECRET_KEY: secretKey });
    expect(await loadSecretKey(settings)).toBe(secretKey);
    expect(readdirSync(settings.dataDir)).toEqual([]);
  });

  test('a file that was cut off is rejected, not used and not replaced', async () => {
    const settings = readSettings({ DATA_DIR: folder() });
    const file = join(settings.dataDir, 'secret_key');
    for (const content of ['', 'short\n']) {
      writeFileSync(file, content);
      await expect(loadSecretKey(settings)).rejects.toThrow(/does not contain a generated key/);
      expect(readFileSync(file, 'utf8')).toBe(content);
    }
  });
});
