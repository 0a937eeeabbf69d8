import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { freePort } from '../../test/support/processes/free-port.ts';

/**
 * Packs the build as a release does, installs the package into a clean folder as users do, and starts it: it must serve
 * with nothing from this repository (decision 097).
 */

const PACKAGE_MAX_BYTES = 12_000_000;
const START_MS = 20_000;
/** Files for development. */
const UNWANTED = 'lib/node_modules/vigia/{src,test,scripts,client,dist/node_modules/*.map}';

const folder = mkdtempSync(join(tmpdir(), 'vigia-npm-package-'));
try {
  const file = pack();
  const { size } = statSync(file);
  if (size > PACKAGE_MAX_BYTES)
    throw new Error(`${file} has ${size} bytes, and at most ${PACKAGE_MAX_BYTES} are allowed`);
  const vigia = install(file);
  await serves(vigia);
  console.log(`The npm package has ${(size / 1e6).toFixed(1)} MB.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function pack(): string {
  execFileSync('node', ['scripts/release.ts', '--source', '.', '--only', 'npm', '--out', folder]);
  const [name = 'no file'] = globSync('vigia-*.tgz', { cwd: folder });
  return join(folder, name);
}

/** Installs the package as the only one, and returns its command. */
function install(file: string): string {
  const prefix = join(folder, 'prefix');
  mkdirSync(prefix);
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', '--global', '--prefix', prefix, ...quietly, file], { cwd: folder, stdio: 'pipe' });
  const unwanted = globSync(UNWANTED, { cwd: prefix });
  if (unwanted.length > 0) throw new Error(`The npm package has files for development: ${unwanted.join(', ')}`);
  const vigia = join(prefix, 'bin/vigia');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const said = execFileSync(vigia, ['--version'], { cwd: folder, encoding: 'utf8' }).trim();
  if (said !== version) throw new Error(`vigia --version says ${said} in place of ${version}`);
  hasClient(join(prefix, 'lib'));
  return vigia;
}

/** Imports the client and the schema as programs do. @throws if the package has neither, or the client needs others. */
function hasClient(cwd: string): void {
  const program = `
    import { readFileSync } from 'node:fs';
    import { fileURLToPath } from 'node:url';
    import { HostsDocument, VigiaClient } from 'vigia/client';
    new VigiaClient('http://127.0.0.1:1');
    if (!String(HostsDocument).includes('query Hosts')) throw new Error('vigia/client has no documents');
    readFileSync(fileURLToPath(import.meta.resolve('vigia/schema.graphql')));`;
  execFileSync('node', ['--input-type=module', '--eval', program], { cwd, stdio: 'inherit' });
}

/** Starts the service with no settings but its place, and ends it. @throws if it does not answer, or not end well. */
async function serves(vigia: string): Promise<void> {
  const PORT = String(await freePort());
  const env = { PATH: process.env.PATH, PORT, DATA_DIR: join(folder, 'data') };
  const service = spawn(vigia, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(service, 'exit');
  try {
    await whenReady(service.stdout);
    const { status } = await fetch(`http://127.0.0.1:${PORT}/healthz`);
    if (status !== 200) fail(`/healthz answers ${status}`);
  } finally {
    service.kill();
  }
  const [code] = await ended;
  if (code !== 0) fail(`it ended with ${code} after SIGTERM`);
}

async function whenReady(output: Readable): Promise<void> {
  const signal = AbortSignal.timeout(START_MS);
  for await (const line of createInterface({ input: output, signal })) if (line.includes('Vigia is ready')) return;
  fail(signal.aborted ? `it was not ready after ${START_MS / 1000} s` : 'it ended before it was ready');
}

function fail(message: string): never {
  throw new Error(`The installed npm package does not serve: ${message}`);
}
