import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { warnOfExposedPaths } from '../../src/settings/exposed-paths.js';
import { readSettings } from '../../src/settings/settings.js';
import { createLogger } from '../../src/shared/logger.js';
import { startProgram, startService } from '../support/processes/running-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const WARNING = /Other accounts on this machine can read or change/;

/** Returns the service's warnings about users who may read its data. */
const listWarnings = (lines: readonly string[]) =>
  lines.filter((line) => WARNING.test(line)).map((line) => JSON.parse(line) as Warning);

interface Warning {
  readonly level: string;
  readonly message: string;
  readonly exposed: readonly { readonly path: string; readonly mode: string }[];
}

const commandIn = (message: string) => message.slice(message.indexOf('chmod'));

const modeOf = (path: string) => statSync(path).mode & 0o777;

/** Kills a service in a way that leaves the files next to its database behind. */
async function kill({ process: child, ended }: Awaited<ReturnType<typeof startService>>): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

describe.runIf(process.platform !== 'win32')('data that other accounts may read (promise 16)', () => {
  test('of what the service has made itself there is nothing to say, and nothing is left behind', async () => {
    const first = await startService();
    await kill(first);
    const next = await startService({ DATA_DIR: first.dataDir });
    expect(listWarnings([...first.lines, ...next.lines])).toEqual([]);
    expect(readdirSync(first.dataDir).filter((name) => name.startsWith('.permissions'))).toEqual([]);
  });

  test('each path is named in one warning with a command that ends it; its mode is not changed', async () => {
    const first = await startService();
    await kill(first);
    const { dataDir } = first;
    const files = ['secret_key', 'vigia.sqlite', 'vigia.sqlite-wal', 'vigia.sqlite-shm'].map((name) =>
      join(dataDir, name),
    );
    const [secretKey = '', database = '', ...beside] = files;
    expect(beside.map((file) => existsSync(file))).toEqual([true, true]);
    chmodSync(dataDir, 0o755);
    chmodSync(secretKey, 0o640);
    for (const file of [database, ...beside]) chmodSync(file, 0o604);

    const second = await startService({ DATA_DIR: dataDir });
    const [warning, ...more] = listWarnings(second.lines);
    expect(more).toEqual([]);
    expect(warning).toMatchObject({
      level: 'warn',
      exposed: [
        { path: dataDir, mode: '0755' },
        { path: secretKey, mode: '0640' },
        ...[database, ...beside].map((path) => ({ path, mode: '0604' })),
      ],
    });
    expect([modeOf(dataDir), modeOf(secretKey), modeOf(database)]).toEqual([0o755, 0o640, 0o604]);

    expect(await startProgram('sh', ['-c', commandIn(warning?.message ?? '')], {}).ended).toBe(0);
    expect([dataDir, ...files].map(modeOf)).toEqual([0o700, 0o600, 0o600, 0o600, 0o600]);
    await kill(second);
    expect(listWarnings((await startService({ DATA_DIR: dataDir })).lines)).toEqual([]);
  });

  /** Returns the warning about a data folder and an environment file. */
  async function warningAbout(dataDir: string, envFile = join(dataDir, '.env')) {
    const lines: string[] = [];
    const logger = createLogger('debug', { write: (line) => lines.push(line) });
    await warnOfExposedPaths(readSettings({ DATA_DIR: dataDir }), logger, envFile);
    return listWarnings(lines)[0];
  }

  test('a path with blanks and quotes is one word of that command', async () => {
    const dataDir = join(temporaryFolder(), "ana's  data");
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o755);
    const { message = '' } = (await warningAbout(dataDir)) ?? {};
    expect(await startProgram('sh', ['-c', commandIn(message)], {}).ended).toBe(0);
    expect(modeOf(dataDir)).toBe(0o700);
  });

  test('a .env file is named when it holds a secret, and only then', async () => {
    const dataDir = temporaryFolder();
    const envFile = join(dataDir, '.env');
    writeFileSync(envFile, 'PORT=9000');
    chmodSync(envFile, 0o644);
    expect(await warningAbout(dataDir)).toBeUndefined();
    writeFileSync(envFile, 'SECRET_KEY=k3y-of-the-operator-with-enough-of-it');
    expect((await warningAbout(dataDir))?.exposed).toEqual([{ path: envFile, mode: '0644' }]);
  });

  test('what cannot be looked up stops nothing', async () => {
    expect(await warningAbout(join(temporaryFolder(), 'file\0name'))).toBeUndefined();
    expect(await warningAbout(join(temporaryFolder(), 'missing'))).toBeUndefined();
  });
});
