import { cpSync, existsSync, globSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { freePort } from '../support/processes/free-port.js';
import { createScript, startProgram, startService } from '../support/processes/running-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/**
 * A module for `--import` that makes a program print the packages in each file it loads, according to the file's source
 * map.
 */
const PRINTS_PACKAGES = `data:text/javascript,${encodeURIComponent(`
  import { existsSync, readFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      const map = new URL(url.startsWith('file:') ? url + '.map' : import.meta.url);
      const sources = map.protocol === 'file:' && existsSync(map) ? JSON.parse(readFileSync(map)).sources : [url];
      for (const source of sources) {
        const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(source) ?? [];
        if (name) console.log('loads ' + name);
      }
      return next(url, context);
    },
  });
`)}`;

/** Returns the packages that a program with {@link PRINTS_PACKAGES} reported as loaded. */
function loadedPackages(lines: readonly string[]): string[] {
  const loads = lines.filter((line) => line.startsWith('loads '));
  return [...new Set(loads)].map((line) => line.slice('loads '.length));
}

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
    const script = await createScript(service.baseUrl);
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
    const script = await createScript(first.baseUrl);
    process.kill(-(first.process.pid ?? 0), 'SIGKILL');
    await first.ended;
    const second = await startService({ DATA_DIR: first.dataDir, PORT: String(first.port) });
    expect((await script.get('/sistema/conversor/v1/api?type=dec2bin&value=5')).json()).toEqual({ result: '101' });
    expect(second.lines.join('\n')).not.toContain('Applied');
  });
});

test('a start loads what listening needs, and an unexpected failure is logged with its places in the sources', async () => {
  const service = await startService({ NODE_OPTIONS: `--import=${PRINTS_PACKAGES}` });
  const ready = service.lines.findIndex((line) => line.includes('is ready'));
  const loaded = loadedPackages(service.lines.slice(0, ready));
  expect(loaded).toEqual(expect.arrayContaining(['express', 'graphql', '@mikro-orm/core', 'better-sqlite3']));
  const late =
    /^(systeminformation|nodemailer|sanitize-html|markdown-it|tldts|pg|web-push|@apollo\/server|@apollo\/usage-reporting-protobuf)$/;
  expect(loaded.filter((name) => late.test(name))).toEqual([]);

  const database = new SqliteDatabase(join(service.dataDir, 'vigia.sqlite'));
  database.exec('alter table sessions rename to gone');
  database.close();
  const script = await createScript(service.baseUrl);
  const { status } = await script.graphql('{ sessions { browser } }');
  expect(status).toBe(500);
  const { error } = JSON.parse(await service.line(/Unexpected failure/));
  expect(error).toMatch(/\/src\/features\/accounts\/editing\/own-account\.resolver\.ts:\d+:\d+/);
  expect(error).not.toContain(resolve('dist'));
});

test('each file that is loaded late can be loaded', async () => {
  const running = ['main.js', 'cli.js', 'terms/rendering/terms-worker.js'].map((file) => `dist/${file}`);
  // The build replaces a package's optional dependencies with this throw.
  const isLoaded = (file: string) => !/throw new Error\(`Could not resolve/.test(readFileSync(file, 'utf8'));
  const files = globSync('dist/**/*.{js,mjs}', { exclude: ['dist/client/**', ...running] }).filter(isLoaded);
  expect(files.length).toBeGreaterThan(50);
  const imports = files.map((file) => `await import(${JSON.stringify(pathToFileURL(file).href)});`);
  const code = ["import 'reflect-metadata';", ...imports, "console.log('loaded'); process.exit();"].join('\n');
  const program = startProgram(process.execPath, ['--input-type=module', '--eval', code], {});
  await program.ended;
  expect(program.lines).toEqual(['loaded']);
});

test('the service runs from a folder of any name', async () => {
  const folder = join(temporaryFolder(), 'my (new) programs 100%');
  for (const name of ['dist', 'config', 'package.json']) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const environment = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) };
  const program = startProgram(process.execPath, [join(folder, 'dist/main.js')], environment);
  expect(await program.line(/Vigia is ready/)).toContain('"info"');
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

  test.each([
    ['HOST', '256.1.1.1'],
    ['DATABASE_URL', 'postgresql://vigia:x@nowhere.invalid/vigia'],
  ])('a name without an address, in %s', async (name, value) => {
    const program = start({ [name]: value, PORT: String(await freePort()) });
    expect(await program.ended).toBe(1);
    expect(program.lines.at(-1)).toMatch(/no address is known for this name\. Check HOST and DATABASE_URL\.$/);
  });

  test('words that it does not know exit 2 and say the usage', async () => {
    const program = startProgram(process.execPath, ['dist/main.js', 'foo'], {});
    expect(await program.ended).toBe(2);
    expect(program.lines[0]).toMatch(/^vigia: /);
  });

  test('a secret key that was cut off', async () => {
    const program = start({ DATA_DIR: folderWith('secret_key', 'short'), PORT: String(await freePort()) });
    expect(await program.ended).toBe(1);
    expect(program.lines.at(-1)).toMatch(/secret_key does not contain a generated key/);
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
    const packages = loadedPackages(program.lines);
    expect(packages).toContain('reflect-metadata');
    expect(packages.filter((name) => /mikro-orm|better-sqlite3|apollo|graphql|express/.test(name))).toEqual([]);
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
