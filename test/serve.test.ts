import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { freePort, scriptOf, startProgram, startService, temporaryFolder } from './support/running-service.js';

// Each start is a process of its own.
vi.setConfig({ testTimeout: 60_000 });

/** Given to `--import`: has a program print the package of every file that it loads. */
const PRINTS_PACKAGES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
      if (name) console.log('loads ' + name);
      return next(url, context);
    },
  });
`)}`;

/** A folder with one file in it. */
function folderWith(name: string, content: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), content);
  return folder;
}

describe('npm start (contract 11)', () => {
  test('makes the data folder, the key and the database, and serves real metrics of this host', async () => {
    const service = await startService({}, 'npm');
    const ready = service.lines.find((line) => line.includes('Vigia is ready'));
    expect(JSON.parse(ready ?? '')).toMatchObject({ level: 'info', message: `Vigia is ready at ${service.baseUrl}` });
    expect(readdirSync(service.dataDir).sort()).toEqual(expect.arrayContaining(['secret_key', 'vigia.sqlite']));
    expect(statSync(service.dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(service.dataDir, 'vigia.sqlite')).mode & 0o777).toBe(0o600);
    const script = await scriptOf(service.baseUrl);
    const { data } = (await script.get('/sistema/monitoramento/api/v1/metrics')).json<{
      data: Record<string, number>;
    }>();
    expect(Object.keys(data).sort()).toEqual(
      ['cpu_percent', 'memory_total', 'memory_used', 'ram_percent', 'ram_total', 'ram_used'].sort(),
    );
    expect(data.ram_total).toBeGreaterThan(data.ram_used ?? 0);
  });

  test('keeps accounts and key over a restart', async () => {
    const first = await startService();
    const script = await scriptOf(first.baseUrl);
    process.kill(-(first.process.pid ?? 0), 'SIGKILL');
    await first.ended;
    const second = await startService({ DATA_DIR: first.dataDir, PORT: String(first.port) });
    expect((await script.get('/sistema/conversor/v1/api?type=dec2bin&value=5')).json()).toEqual({ result: '101' });
    expect(second.lines.join('\n')).not.toContain('Applied');
  });
});

describe('a start that cannot succeed says why in one line and exits 1', () => {
  const start = (environment: Record<string, string>) =>
    startProgram(process.execPath, ['dist/main.js'], { DATA_DIR: temporaryFolder(), ...environment });

  test('a bad setting', async () => {
    const program = start({ PORT: 'eighty', LOG_LEVEL: 'loud' });
    expect(await program.ended).toBe(1);
    expect(program.lines).toEqual([
      'PORT must be a whole number from 1 to 65535',
      'LOG_LEVEL must be one of debug, info, warn, error',
    ]);
  });

  test.each([
    ['DATA_DIR', resolve('package.json', 'data')],
    ['MONITORED_PATH', '/nowhere/at/all'],
  ])('a path that cannot be used: %s', async (name, path) => {
    const program = start({ [name]: path, PORT: String(await freePort()) });
    expect(await program.ended).toBe(1);
    expect(program.lines).toEqual([expect.stringMatching(new RegExp(`^${name} cannot be used: ENO`))]);
  });

  test('a port that is taken', async () => {
    const service = await startService();
    const program = start({ PORT: String(service.port) });
    expect(await program.ended).toBe(1);
    expect(program.lines.at(-1)).toMatch(
      /^Vigia could not start: listen EADDRINUSE: .*: another program listens there\. Stop it, or set PORT\.$/,
    );
  });

  test('an address that this machine does not have', async () => {
    const program = start({ HOST: '256.1.1.1', PORT: String(await freePort()) });
    expect(await program.ended).toBe(1);
    expect(program.lines.at(-1)).toMatch(/this machine has no such address\. Set HOST\.$/);
  });

  test('words that it does not know exit 2 and say the usage', async () => {
    const program = startProgram(process.execPath, ['dist/main.js', 'foo'], {});
    expect(await program.ended).toBe(2);
    expect(program.lines[0]).toMatch(/^vigia: /);
  });

  test('a secret key that was cut off', async () => {
    const program = start({ DATA_DIR: folderWith('secret_key', 'short'), PORT: String(await freePort()) });
    expect(await program.ended).toBe(1);
    expect(program.lines.at(-1)).toMatch(/secret_key does not hold a generated key/);
  });

  test.each([
    ['PORT', { PORT: 'eighty' }],
    ['DATA_DIR', { DATA_DIR: resolve('package.json', 'data') }],
    ['MONITORED_PATH', { MONITORED_PATH: '/nowhere/at/all' }],
    ['DISPOSABLE_DOMAINS_FILE', { DISPOSABLE_DOMAINS_FILE: '/nowhere/at/all' }],
    ['secret_key', {}],
  ])('%s is named before anything is loaded that takes long', async (name, environment) => {
    const dataDir = name === 'secret_key' ? folderWith('secret_key', 'short') : temporaryFolder();
    const args = ['--import', PRINTS_PACKAGES, 'dist/main.js'];
    const program = startProgram(process.execPath, args, { DATA_DIR: dataDir, ...environment });
    expect(await program.ended).toBe(1);
    const [complaint, ...others] = program.lines.filter((line) => !line.startsWith('loads '));
    expect([complaint, others]).toEqual([expect.stringContaining(name), []]);
    const packages = [...new Set(program.lines.filter((line) => line.startsWith('loads ')))];
    expect(packages).toContain('loads reflect-metadata');
    expect(packages.filter((line) => /mikro-orm|better-sqlite3|apollo|graphql|express/.test(line))).toEqual([]);
  });

  const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => existsSync(path));
  test.runIf(oldNode)('a Node that is too old', async ({ skip }) => {
    const version = startProgram(oldNode ?? '', ['--version'], {});
    const [major = 0] = (await version.line(/^v/)).slice(1).split('.').map(Number);
    await version.ended;
    if (major >= 22) skip('the machine has no Node before 22');
    const program = startProgram(oldNode ?? '', ['dist/main.js'], {});
    expect(await program.ended).toBe(1);
    expect(program.lines).toHaveLength(1);
    expect(program.lines[0]).toMatch(/^Vigia needs Node\.js 22\.18 or newer and this is \d+/);
  });
});
