import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../../src/cli/doctor/finding.js';
import { writeMigratedDatabase } from '../../support/databases/databases.js';
import { folderState, runDoctor } from '../../support/doctor.js';
import { commandLine } from '../../support/processes/command-line.js';
import { freePort } from '../../support/processes/free-port.js';
import { startService } from '../../support/processes/running-service.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const KEY = 'a generated key has forty-three characters.'.replaceAll(/[^\w-]/g, '-');

/** Writes the data folder of a service that was stopped. */
async function stoppedService() {
  const dataDir = join(temporaryFolder(), 'data');
  await writeMigratedDatabase(join(dataDir, 'vigia.sqlite'));
  writeFileSync(join(dataDir, 'secret_key'), `${KEY}\n`, { mode: 0o600 });
  return { dataDir, file: join(dataDir, 'vigia.sqlite') };
}

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

describe('the doctor writes nothing (contract 10)', () => {
  test('before the first start it says what is not there yet, and creates nothing', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const { code, on } = await runDoctor(dataDir, { PORT: String(await freePort()) });
    expect(code).toBe(1);
    expect(on('service')).toEqual([expect.stringMatching(/^warning: .* is not running/)]);
    expect(on('database')).toEqual([expect.stringMatching(/^warning: There is no database .* yet/)]);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('of a stopped service, not even beside its database', async () => {
    const { dataDir } = await stoppedService();
    const before = folderState(dataDir);
    const { on, bad } = await runDoctor(dataDir, { PORT: String(await freePort()) });
    expect(on('database')).toEqual([
      expect.stringMatching(/^ok: SQLite .* answers/),
      'ok: All its tables are without a fault.',
    ]);
    expect(bad.map(({ check }) => check)).toEqual(['service']);
    expect(folderState(dataDir)).toEqual(before);
  });

  test.each([['stopped'], ['killed']])('it needs no right to write: a %s service', async (how) => {
    const { dataDir, file } = await stoppedService();
    if (how === 'killed') {
      const service = await startService({ DATA_DIR: dataDir });
      service.process.kill('SIGKILL');
      await service.ended;
    }
    for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) chmodSync(file + end, 0o444);
    chmodSync(join(dataDir, 'secret_key'), 0o444);
    chmodSync(join(dataDir, '..'), 0o755);
    chmodSync(dataDir, 0o555);
    onTestFinished(() => chmodSync(dataDir, 0o755));
    const before = folderState(dataDir);
    const { status, stdout } = spawnSync(process.execPath, ['dist/main.js', 'doctor', '--json'], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(await freePort()) },
      encoding: 'utf8',
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    });
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly Finding[] };
    expect(findings).toContainEqual({ check: 'database', level: 'ok', text: 'All its tables are without a fault.' });
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'disk', level: 'problem', text: expect.stringContaining('cannot write') }),
    );
    expect(status).toBe(2);
    expect(folderState(dataDir)).toEqual(before);
  });

  test('while the service runs all is well; once it was killed, its log is left as it is', async () => {
    const service = await startService({ METRICS_INTERVAL_MS: '60000' });
    const { dataDir, port } = service;
    const rows = () => {
      const database = new SqliteDatabase(join(dataDir, 'vigia.sqlite'), { readonly: true });
      const tables = ['users', 'sessions', 'authentication_events', 'rate_limits', 'channels'];
      const found = tables.flatMap((name) => {
        const isThere = database.prepare('select 1 from sqlite_schema where name = ?').get(name);
        return isThere ? [[name, database.prepare(`select * from ${name}`).all()] as const] : [];
      });
      database.close();
      return Object.fromEntries(found);
    };
    const before = rows();
    expect(Object.keys(before)).toContain('users');
    const { code, worst, bad, on } = await runDoctor(dataDir, { PORT: String(port) });
    expect([code, worst, bad]).toEqual([0, 'ok', []]);
    expect(on('service')).toEqual([
      expect.stringMatching(new RegExp(`^ok: Vigia .* answers at http://127.0.0.1:${port}`)),
    ]);
    expect(on('address')).toEqual([
      expect.stringMatching(new RegExp(`^ok: Vigia answers at http://localhost:${port}`)),
    ]);
    expect(on('sockets')).toEqual(['ok: WebSockets of pages and agents pass.']);
    expect(on('clock')).toEqual([expect.stringMatching(/^ok: The clocks agree: the service .*, http:\/\/localhost/)]);
    expect(rows()).toEqual(before);

    service.process.kill('SIGKILL');
    await service.ended;
    const left = folderState(dataDir);
    expect(Object.keys(left)).toContain('vigia.sqlite-wal');
    expect((await runDoctor(dataDir, { PORT: String(port) })).on('database')).toHaveLength(2);
    expect(folderState(dataDir)).toEqual(left);
  });
});

describe('what the doctor finds on its own machine', () => {
  test('bad settings are findings, and what needs none is still looked at', async () => {
    const { code, on, worst } = await runDoctor(join(temporaryFolder(), 'data'), { PORT: 'x', LOG_LEVEL: 'loud' });
    expect([code, worst]).toEqual([2, 'problem']);
    expect(on('settings')).toEqual([
      'problem: PORT must be a whole number from 1 to 65535.',
      expect.stringMatching(/^problem: LOG_LEVEL must be one of/),
      expect.stringMatching(/^problem: The service does not start like this/),
    ]);
    expect(on('node')).toEqual([`ok: Node.js ${process.versions.node}.`]);
  });

  test('a public address that other machines cannot reach', async () => {
    const { dataDir } = await stoppedService();
    const on = async (environment: Record<string, string>) =>
      (await runDoctor(dataDir, { PORT: String(await freePort()), HOST: '0.0.0.0', ...environment })).on('settings');
    expect(await on({})).toEqual([expect.stringMatching(/^warning: HOST lets other machines in, .* set it/)]);
    expect(await on({ PUBLIC_URL: 'http://vigia.lan' })).toEqual(['ok: All settings are valid.']);
  });

  test('TZ that is no zone, or stands in .env alone', async () => {
    const { dataDir } = await stoppedService();
    const { on } = await runDoctor(dataDir, { PORT: String(await freePort()), TZ: 'Amerika/Sao_Paulo' });
    expect(on('time zone')).toEqual([expect.stringMatching(/^warning: .*UTC.*although TZ is Amerika\/Sao_Paulo/)]);
  });

  test('another program at its port, or one that never answers', async () => {
    const { dataDir } = await stoppedService();
    const other = createServer((_request, response) => void response.writeHead(404).end()).listen(0, '127.0.0.1');
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    onTestFinished(() => {
      for (const server of [other, silent]) server.close().closeAllConnections();
    });
    await Promise.all([once(other, 'listening'), once(silent, 'listening')]);
    const portOf = (server: typeof other) => String((server.address() as AddressInfo).port);
    const [answering, hanging] = await Promise.all([
      runDoctor(dataDir, { PORT: portOf(other) }),
      runDoctor(dataDir, { PORT: portOf(silent) }),
    ]);
    expect(answering.on('service')).toEqual([
      expect.stringMatching(/^problem: Another program answers .* \(status 404\): stop it/),
    ]);
    expect(hanging.on('service')).toEqual([
      expect.stringMatching(/^problem: What listens at .* does not answer: restart/),
    ]);
    const taken = createTcpServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    expect((await runDoctor(dataDir, { PORT: String(port) })).on('service')).toEqual([
      expect.stringMatching(/^problem: .*EADDRINUSE.*another program listens/),
    ]);
  });

  test('a service with another key, address or proxy than this command', async () => {
    const { dataDir, port } = await startService();
    const otherKey = { PORT: String(port), SECRET_KEY: 'k3y-of-the-operator-with-enough-of-it' };
    expect((await runDoctor(dataDir, otherKey)).on('service')).toEqual([
      expect.stringMatching(/^warning: .* not to this command's secret key/),
    ]);
    const { on } = await runDoctor(dataDir, {
      PORT: String(port),
      PUBLIC_URL: 'http://vigia.lan',
      TRUST_PROXY: '10.0.0.1',
    });
    expect(on('service')).toEqual([
      expect.stringMatching(/^ok: /),
      expect.stringMatching(/^warning: The service has another PUBLIC_URL \(.*\), TRUST_PROXY than this command/),
    ]);
    // The address is that of the service.
    expect(on('address')).toEqual([expect.stringMatching(`^ok: .*http://localhost:${port}`)]);
  });

  test('a database that is damaged, older, newer, or none', async () => {
    const environment = { PORT: String(await freePort()) };
    const change = async (write: (database: SqliteDatabase.Database, file: string) => void) => {
      const { dataDir, file } = await stoppedService();
      const database = new SqliteDatabase(file);
      write(database, file);
      database.close();
      return (await runDoctor(dataDir, environment)).on('database');
    };
    expect(
      await change((database) => database.exec("delete from mikro_orm_migrations where name = '034-units'")),
    ).toEqual([
      expect.stringMatching(/^warning: .* older version: .*\(1 step\)/),
      expect.stringMatching(/^ok: All its tables/),
    ]);
    expect(
      await change((database) => database.exec("insert into mikro_orm_migrations (name) values ('999-later')")),
    ).toEqual([
      expect.stringMatching(/^problem: The tables are newer than this Vigia \(999-later\)/),
      expect.stringMatching(/^ok: /),
    ]);
    expect(
      await change((database, file) => {
        const { page } = database.prepare("select rootpage as page from sqlite_schema where name = 'users'").get() as {
          page: number;
        };
        database.close();
        const handle = openSync(file, 'r+');
        writeSync(handle, Buffer.alloc(64, 0xff), 0, 64, (page - 1) * 4096);
      }),
    ).toContainEqual(expect.stringMatching(/^problem: The table users is damaged \(.*restore a backup/));
    expect(
      await change((database, file) => {
        database.close();
        writeFileSync(file, 'no database at all'.repeat(100));
      }),
    ).toEqual([expect.stringMatching(/^problem: The database is damaged .*not a database/)]);
    const unreachable = { ...environment, DATABASE_URL: `postgresql://vigia@127.0.0.1:${await freePort()}/vigia` };
    const { dataDir } = await stoppedService();
    expect((await runDoctor(dataDir, unreachable)).on('database')).toEqual([
      expect.stringMatching(/^problem: The database cannot be read \(.*ECONNREFUSED/),
    ]);
  });

  test('files that others may read, and that the service cannot write', async () => {
    const { dataDir, file } = await stoppedService();
    const environment = { PORT: String(await freePort()) };
    chmodSync(file, 0o644);
    expect((await runDoctor(dataDir, environment)).on('disk')).toContain(
      `warning: Other accounts on this machine can read or change files that only Vigia should access: chmod go= '${file}'`,
    );
    if (!isRoot) return;
    chownSync(file, NOBODY, NOBODY);
    expect((await runDoctor(dataDir, environment)).on('disk')).toContainEqual(
      expect.stringMatching(new RegExp(`^problem: .*another user .* chown --reference='${dataDir}' '${file}'`)),
    );
  });

  test('a path to measure that is not there', async () => {
    const { dataDir } = await stoppedService();
    const environment = { PORT: String(await freePort()), MONITORED_PATH: join(dataDir, 'nowhere') };
    expect((await runDoctor(dataDir, environment)).on('disk')).toContainEqual(
      expect.stringMatching(/^problem: MONITORED_PATH cannot be used, .*nowhere/),
    );
  });

  test('a secret key that cannot be read: nothing is said of what it sealed', async () => {
    const { dataDir } = await stoppedService();
    writeFileSync(join(dataDir, 'secret_key'), 'half a ke\n');
    const { on } = await runDoctor(dataDir, { PORT: String(await freePort()) });
    expect(on('secret key')).toEqual([expect.stringMatching(/^problem: .* does not contain a generated key/)]);
    expect([on('channels'), on('second factors')]).toEqual([[], []]);
  });

  test('a missing secret key, once there is a database', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    await writeMigratedDatabase(join(dataDir, 'vigia.sqlite'));
    const { on } = await runDoctor(dataDir, { PORT: String(await freePort()) });
    expect(on('secret key')).toEqual([expect.stringMatching(/^problem: The secret key is missing: put it back/)]);
  });
});

test('without --json each finding is a line; a bad address of a receiver is refused', async () => {
  const { dataDir } = await stoppedService();
  const { run } = commandLine(dataDir, { PORT: String(await freePort()) });
  const { code, out } = await run(['doctor']);
  expect(code).toBe(1);
  expect(out).toMatch(/^ok {7}settings {8}All settings are valid\.\nwarning {2}service {9}Vigia is not running/);
  expect(await run(['doctor', '--send-to', 'nobody'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/--send-to/),
  });
});
