import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { entities } from '../../../src/app/entities.js';
import { type Database, openDatabase } from '../../../src/platform/db/database.js';
import { lockWithin } from '../../../src/platform/db/lock-within.js';
import { type DatabaseLocation, SettingsError } from '../../../src/settings/settings.js';
import { databaseKinds, openMemoryDatabase, openTestDatabase, sqlite } from '../../support/databases/databases.js';
import { PostgresqlDatabase } from '../../support/databases/postgresql-databases.js';
import { administer } from '../../support/databases/postgresql-server.js';
import { commandLine } from '../../support/processes/command-line.js';
import { emptyDatabaseUrl, nodesCanRun, startNode } from '../../support/processes/nodes.js';
import { startProgram } from '../../support/processes/running-service.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { SECRET_KEY } from '../../support/test-app.js';

const ROUNDS = 3;
const STARTERS = 3;

/** Opens a database as a starting process does. @returns its log lines. */
async function start(location: DatabaseLocation): Promise<string[]> {
  const lines: string[] = [];
  const logger = { log: (_level: string, line: string) => void lines.push(line) };
  const database = await openDatabase({ location, entities, logger });
  onTestFinished(() => database.close(true));
  return lines;
}

const startAll = (location: DatabaseLocation) => Promise.all(Array.from({ length: STARTERS }, () => start(location)));

const executed = async ({ migrator }: Database) => (await migrator.getExecuted()).map(({ name }) => name);

describe.runIf(nodesCanRun)('processes that start at once on PostgreSQL (contract 13)', () => {
  test('all become ready on an empty database, and over pending migrations', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const location = { kind: 'postgresql', url: await emptyDatabaseUrl() } as const;
      const logs = await startAll(location);
      expect(logs.flat().filter((line) => /Applied '001-accounts'/.test(line))).toHaveLength(1);

      const database = await openTestDatabase(location);
      const all = await executed(database);
      await database.migrator.down({ to: '009-bounded-names' });
      await startAll(location);
      expect(await executed(database)).toEqual(all);
    }
  });

  test('one that waits for the migrations of another says so, and goes on after', async () => {
    const location = { kind: 'postgresql', url: await emptyDatabaseUrl() } as const;
    const database = await openTestDatabase(location);
    await database.migrator.down();
    const other = database.em.fork();
    await other.begin();
    await lockWithin(other, 'vigia migrations');

    const lines: string[] = [];
    const logger = { log: (_level: string, line: string) => void lines.push(line) };
    const opened = openDatabase({ location, entities, logger });
    await expect.poll(() => lines.join('\n')).toMatch(/Another process is migrating/);
    await other.rollback();
    await (await opened).close();
  });

  test('one that waits ends at the first signal (promise 37)', async () => {
    const url = await emptyDatabaseUrl();
    const database = await openTestDatabase({ kind: 'postgresql', url });
    await database.migrator.down();
    const other = database.em.fork();
    await other.begin();
    await lockWithin(other, 'vigia migrations');
    await (other as SqlEntityManager).execute('set local idle_in_transaction_session_timeout = 0');
    const settings = { DATA_DIR: temporaryFolder(), DATABASE_URL: url, SECRET_KEY };
    const node = startProgram(process.execPath, ['dist/main.js'], settings);
    await node.line(/Another process is migrating/);
    node.process.kill('SIGTERM');
    expect(await node.ended).toBe(0);
    await other.rollback();
  });

  test('three processes become ready at once', async () => {
    const url = await emptyDatabaseUrl();
    const nodes = await Promise.all(Array.from({ length: STARTERS }, () => startNode(url)));
    for (const { baseUrl } of nodes) expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
  });
});

for (const { name, available, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`tables on ${name} that are newer than the process (contract 13)`, () => {
    test('are refused before pending migrations run, also by commands, with the migration and what to do', async () => {
      const location = await locateEmpty();
      const database = await openTestDatabase(location);
      await database.migrator.down();
      await (database.em.fork() as SqlEntityManager).execute(
        "insert into mikro_orm_migrations (name) values ('999-from-the-future')",
      );
      const before = await executed(database);
      const fault =
        /newer than this Vigia.*999-from-the-future: start the version that created them or.*restore the backup/;
      const refused = await start(location).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(SettingsError);
      expect((refused as SettingsError).faults.join('\n')).toMatch(fault);

      const url = location.kind === 'sqlite' ? `sqlite:${location.file}` : location.url;
      const { code, err } = await commandLine(undefined, { DATABASE_URL: url }).run(['user', 'list']);
      expect(code).toBe(1);
      expect(err).toMatch(fault);
      expect(await executed(database)).toEqual(before);
    });
  });
}

describe('the databases that tests find ready', () => {
  const contentOf = async (database: Database) => {
    const { em } = database;
    const read = (sql: string): Promise<Record<string, string>[]> => em.getConnection().execute(sql);
    const made = await read("select name, sql from sqlite_master where name not like 'sqlite_%' order by name");
    const tables = made.filter(({ sql }) => /^create (virtual )?table/i.test(sql ?? '')).map(({ name }) => name);
    const rows = tables.map((name) => read(`select * from "${name}"`));
    const withoutTimes = (row: object) => Object.entries(row).filter(([column]) => !/_at$/.test(column));
    return [made, (await Promise.all(rows)).map((all) => all.map(withoutTimes))];
  };

  test('are as the migrations leave one', async () => {
    const [empty, ready] = [await sqlite.locateEmpty(), await sqlite.locate()] as [DatabaseLocation, DatabaseLocation];
    const migrated = await contentOf(await openTestDatabase(empty));
    expect(await contentOf(await openTestDatabase(ready))).toEqual(migrated);
    const memory = await openMemoryDatabase();
    onTestFinished(() => memory.close(true));
    expect(await contentOf(memory)).toEqual(migrated);
  });

  test.runIf(nodesCanRun)(
    'are on PostgreSQL as they were made, and made anew after more than rows has changed',
    async () => {
      const postgresql = await PostgresqlDatabase.create();
      const run = (sql: string) => administer(new URL(postgresql.url).pathname.slice(1), sql);
      const migrate = async (url: string) =>
        (await openDatabase({ location: { kind: 'postgresql', url }, entities, logger: { log: () => {} } })).close();
      const rules = 'select * from alert_rules order by id';
      await postgresql.fill(migrate);
      const made = await run(rules);

      await run("update alert_rules set name = 'another' where id = 1; delete from alert_rules where id = 2");
      await run("insert into blocked_domains (domain, added_by, added_at) values ('a.example', '', now())");
      expect(await postgresql.clear()).toBe(true);
      expect(await run(rules)).toEqual(made);
      expect(await run('select * from blocked_domains')).toEqual([]);
      expect(await run("select nextval(pg_get_serial_sequence('alert_rules', 'id'))::int as id")).toEqual([
        { id: made.length + 1 },
      ]);

      for (const change of ['alter table users add x int', 'drop trigger notify_of_rules on alert_rules']) {
        await run(change);
        expect(await postgresql.clear()).toBe(false);
        await postgresql.fill(migrate);
      }
    },
  );
});
