import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { holdsSecrets, processEnvironment } from '../../src/settings/environment.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('the environment (contract 9)', () => {
  test('is that of the process, over a .env file', () => {
    const file = join(temporaryFolder(), '.env');
    writeFileSync(file, 'VIGIA_TEST_ONE=file # a comment\nVIGIA_TEST_TWO="file two"\n');
    process.env.VIGIA_TEST_ONE = 'process';
    onTestFinished(() => {
      delete process.env.VIGIA_TEST_ONE;
    });
    expect(processEnvironment(file)).toMatchObject({ VIGIA_TEST_ONE: 'process', VIGIA_TEST_TWO: 'file two' });
    expect(process.env.VIGIA_TEST_TWO).toBeUndefined();
  });

  test('needs no file', () => {
    expect(processEnvironment(join(temporaryFolder(), '.env'))).toEqual({ ...process.env });
  });

  test('does not pass over a file that cannot be read', () => {
    expect(() => processEnvironment(temporaryFolder())).toThrow(/EISDIR/);
  });

  test.each([
    ['SECRET_KEY=abc', true],
    ['GOOGLE_OAUTH2_CLIENT_SECRET=abc', true],
    ['GOOGLE_OAUTH2_REFRESH_TOKEN=abc', true],
    ['GEMINI_API_KEY=abc', true],
    ['DATABASE_URL=postgresql://vigia:abc@127.0.0.1:5432/vigia', true],
    ['DATABASE_URL=postgresql://127.0.0.1:5432/vigia', false],
    ['PORT=9000\nEMAIL_OAUTH2_TOKEN_URL=https://a.example\nSECRET_KEY=', false],
  ])('of a file with %s holds secrets: %s', (content, secret) => {
    const file = join(temporaryFolder(), '.env');
    expect(holdsSecrets(file)).toBe(false);
    writeFileSync(file, content);
    expect(holdsSecrets(file)).toBe(secret);
  });
});
