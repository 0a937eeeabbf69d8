import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { processEnvironment } from '../../src/settings/environment.js';
import { temporaryFolder } from '../support/running-service.js';

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
});
