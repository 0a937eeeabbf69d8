import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadHostId } from '../../../../../src/features/monitoring/host/facts/host-id.js';
import { SettingsError } from '../../../../../src/settings/settings.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

describe('the id of a machine (contract 13)', () => {
  test('is a UUID in a file for the owner alone, the same at each start, also of several processes at once', async () => {
    const dataDir = temporaryFolder();
    const ids = await Promise.all(Array.from({ length: 10 }, () => loadHostId({ dataDir })));
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const file = join(dataDir, 'host_id');
    expect(readFileSync(file, 'utf8')).toBe(`${ids[0]}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is the same for every data folder of a machine, so that one which is not kept changes nothing', async () => {
    const [one, another] = [temporaryFolder(), temporaryFolder()];
    expect(await loadHostId({ dataDir: one })).toBe(await loadHostId({ dataDir: another }));
  });

  test('is what the file says, also when the machine would be given another now', async () => {
    const dataDir = temporaryFolder();
    const id = '6f1f3c7e-2a51-4b57-9d0e-0d4b5b1c2a3f';
    writeFileSync(join(dataDir, 'host_id'), `${id}\n`);
    expect(await loadHostId({ dataDir })).toBe(id);
  });

  test('is refused when the file holds something else', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'host_id'), 'server 1\n');
    await expect(loadHostId({ dataDir })).rejects.toThrow(SettingsError);
  });
});
