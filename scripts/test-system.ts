import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '../test/support/browser/chromium-path.ts';

/**
 * Takes the pictures of every page in one appearance, so that the command keeps working, then runs the tests that need
 * processes, a browser or another server, then the persistence tests again on PostgreSQL, even if the first run fails.
 */
const RUNS = [
  { name: 'system', args: ['--project', 'system', '--project', 'isolated-system', '--project', 'browser'] },
  { name: 'postgresql', args: ['--project', 'postgresql', '--testNamePattern', 'PostgreSQL'] },
] as const;

installClients();
if (chromiumPath === undefined) console.log('skipped: pictures of every page (no Chromium)');
else takePictures();

for (const { name, args } of RUNS) {
  const reporters = ['--reporter=default', '--reporter=./scripts/tally-reporter.ts'];
  const env = { ...process.env, TEST_RUN: name };
  const { status } = spawnSync('vitest', ['run', ...args, ...reporters], { env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

/** Installs the client libraries that the service is tried with. Without them, their tests are skipped. */
function installClients(): void {
  const { status } = spawnSync(process.execPath, ['scripts/install-clients.ts'], { stdio: 'inherit' });
  if (status !== 0) console.log('skipped: client libraries (they could not be installed)');
}

function takePictures(): void {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-pictures-'));
  const args = ['--width=390', '--theme=dark', '--language=pt', `--folder=${folder}`];
  const { status } = spawnSync(process.execPath, ['scripts/screenshots.ts', ...args], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
  rmSync(folder, { recursive: true });
}
