import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '../test/support/browser/chromium-path.ts';

/**
 * Runs the tests that need processes, a browser or another server, then the persistence tests again on PostgreSQL, even
 * if the first run fails. Meanwhile it takes the pictures of every page in one appearance, so that the command keeps
 * working: by themselves these would take a minute with one of two processors idle.
 */
const RUNS = [
  { name: 'system', args: ['--project', 'system', '--project', 'isolated-system', '--project', 'browser'] },
  { name: 'postgresql', args: ['--project', 'postgresql', '--testNamePattern', 'PostgreSQL'] },
] as const;

installClients();
if (chromiumPath === undefined) console.log('skipped: pictures of every page (no Chromium)');
await Promise.all([runTests(), chromiumPath !== undefined && takePictures()]);

async function runTests(): Promise<void> {
  for (const { name, args } of RUNS) {
    const reporters = ['--reporter=default', '--reporter=./scripts/tally-reporter.ts'];
    await run('vitest', ['run', ...args, ...reporters], { ...process.env, TEST_RUN: name });
  }
}

/** Installs the client libraries that the service is tried with. Without them, their tests are skipped. */
function installClients(): void {
  const { status } = spawnSync(process.execPath, ['scripts/install-clients.ts'], { stdio: 'inherit' });
  if (status !== 0) console.log('skipped: client libraries (they could not be installed)');
}

async function takePictures(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-pictures-'));
  const args = ['--width=390', '--theme=dark', '--language=pt', `--folder=${folder}`];
  await run(process.execPath, ['scripts/screenshots.ts', ...args]);
  rmSync(folder, { recursive: true });
}

/** Runs a program to its end; a failure becomes that of this process. */
async function run(program: string, args: readonly string[], env = process.env): Promise<void> {
  const [status] = await once(spawn(program, args, { env, stdio: 'inherit' }), 'close');
  if (status !== 0) process.exitCode = 1;
}
