import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A folder as a release has it, and programs that only note how they are called. */
function release(file: string) {
  const folder = temporaryFolder();
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  for (const [name, script] of Object.entries({
    npm: `echo "npm $*" >>'${folder}/calls'`,
    'apt-get': `echo "apt-get $*" >>'${folder}/calls'`,
    dpkg: 'echo amd64',
    vigia: 'echo 9.8.7',
    id: 'echo 0',
  })) {
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(programs, name), 0o755);
  }
  copyFileSync('deploy/install.sh', join(folder, 'install.sh'));
  writeFileSync(join(folder, file), 'package');
  const sum = createHash('sha256').update('package').digest('hex');
  writeFileSync(join(folder, 'SHA256SUMS'), `${sum}  ${file}\n`);
  const install = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('sh', [join(folder, 'install.sh'), ...args], {
      env: { PATH: `${programs}:${process.env.PATH}` },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  const calls = () => readFileSync(join(folder, 'calls'), { encoding: 'utf8', flag: 'a+' });
  return { folder, install, calls };
}

describe('install.sh', () => {
  test('installs the Debian package beside it where there is apt', () => {
    const { folder, install, calls } = release('vigia_9.8.7_amd64.deb');
    expect(install()).toEqual({ status: 0, stdout: '9.8.7\n', stderr: '' });
    expect(calls()).toBe(`apt-get install --yes ${folder}/vigia_9.8.7_amd64.deb\n`);
  });

  test('installs the named npm package', () => {
    const { folder, install, calls } = release('vigia-9.8.7.tgz');
    expect(install(join(folder, 'vigia-9.8.7.tgz')).status).toBe(0);
    expect(calls()).toBe(`npm install --global ${folder}/vigia-9.8.7.tgz\n`);
  });

  test('installs nothing whose sum is another, is not listed, or is unknown', () => {
    const { folder, install, calls } = release('vigia-9.8.7.tgz');
    writeFileSync(join(folder, 'vigia-9.8.7.tgz'), 'Package');
    expect(install()).toMatchObject({ status: 1, stderr: expect.stringContaining('is damaged') });
    writeFileSync(join(folder, 'SHA256SUMS'), '');
    expect(install()).toMatchObject({ status: 1, stderr: expect.stringContaining('does not list vigia-9.8.7.tgz') });
    expect(install('nothing.tgz')).toMatchObject({ status: 1, stderr: expect.stringContaining('cannot be read') });
    expect(calls()).toBe('');
  });
});
