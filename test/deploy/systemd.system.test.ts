import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { debUnit } from '../../scripts/release/deb-unit.ts';
import { temporaryFolder } from '../support/temporary-folder.js';

/**
 * The highest exposure rating allowed from `systemd-analyze security`, on a scale from 0 (safest) to 10. 0.4 of it is for
 * the call that tells how well the clock is kept.
 */
const EXPOSURE_MAX = 2.2;

const isThere = spawnSync('systemd-analyze', ['--version']).status === 0;

const read = (name: string) => readFileSync(`deploy/${name}.service`, 'utf8');

/** The shipped units, and the one that the Debian package derives. */
const TEXTS: Readonly<Record<string, string>> = {
  vigia: read('vigia'),
  'vigia-agent': read('vigia-agent'),
  'vigia-deb': debUnit(read('vigia')),
};
const UNITS = Object.keys(TEXTS);

/** Writes a unit for a service that is installed in this folder. */
function unitFile(name: string): string {
  const file = join(temporaryFolder(), `${name}.service`);
  const places = [
    ['/opt/vigia/node_modules/.bin/node', process.execPath],
    ['/usr/lib/vigia/node', process.execPath],
    ['/usr/lib/vigia-agent', resolve('deploy/agent')],
    ['/opt/vigia', resolve()],
    ['/usr/share/doc/vigia', resolve()],
  ] as const;
  writeFileSync(
    file,
    places.reduce((text, [from, to]) => text.replaceAll(from, to), TEXTS[name] ?? ''),
  );
  return file;
}

test.runIf(isThere).each(UNITS)('systemd finds no fault with the unit %s', (name) => {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', unitFile(name)], { encoding: 'utf8' });
  expect(stdout + stderr).toBe('');
  expect(status).toBe(0);
});

test.runIf(isThere).for(UNITS)('the unit %s leaves little that it could do to the machine', (name, { skip }) => {
  const { status, stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', unitFile(name)], {
    encoding: 'utf8',
  });
  if (status !== 0) skip('this systemd does not judge units that are not running');
  const [, level] = /Overall exposure level for vigia[^ ]*[.]service: ([\d.]+)/.exec(stdout) ?? [];
  expect(Number(level)).toBeLessThanOrEqual(EXPOSURE_MAX);
});
