import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { dumpCommand } from '../../../src/cli/commands/backup.js';
import { storeAccount } from '../../support/accounts/stored-accounts.js';
import { Browser } from '../../support/http/browser.js';
import { commandLine } from '../../support/processes/command-line.js';
import { startService } from '../../support/processes/running-service.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { PASSWORD } from '../../support/test-app.js';

describe('backup (contract 10)', () => {
  test('is made while the service writes, and restored step by step as the documentation says', async () => {
    const { dataDir, file: original, run } = commandLine();
    await storeAccount(original, 'ana');
    const service = await startService({ DATA_DIR: dataDir });
    const tokenAt = (baseUrl: string, username: string) =>
      new Browser(baseUrl).post('/accounts/api/v1/token/', { username, password: PASSWORD });
    const script = new Browser(service.baseUrl);
    await script.submit('/accounts/login/', { username: 'ana', password: PASSWORD });
    const page = (await script.get('/')).status;

    // Each failed attempt adds an audit row.
    const statuses: number[] = [];
    let isOver = false;
    const writing = (async () => {
      for (let count = 0; !isOver; count += 1) statuses.push((await tokenAt(service.baseUrl, `nobody${count}`)).status);
    })();
    const file = join(temporaryFolder(), 'backup.sqlite');
    const { code, out, err } = await run(['backup', file]);
    isOver = true;
    await writing;
    expect([code, out, err]).toEqual([0, `${file} has been written and checked.\n`, '']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(statuses.length).toBeGreaterThan(0);
    expect(await run(['backup', file])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/already exists and is left unchanged/),
    });

    service.process.kill('SIGTERM');
    await service.ended;
    const restored = join(temporaryFolder(), 'data');
    mkdirSync(restored, { mode: 0o700 });
    copyFileSync(file, join(restored, 'vigia.sqlite'));
    const again = await startService({ DATA_DIR: restored });
    expect((await tokenAt(again.baseUrl, 'ana')).status).toBe(200);
    // Sessions are rows in the backup, so users who were signed in when it was made still are.
    const back = new Browser(again.baseUrl);
    for (const [name, value] of script.cookies) back.cookies.set(name, value);
    expect([page, (await back.get('/')).status]).toEqual([200, 200]);
  });

  test('changes nothing of a database, not even its tables', async () => {
    const { dataDir, file, run } = commandLine();
    mkdirSync(dataDir);
    const older = new SqliteDatabase(file);
    older.exec('create table of_an_older_version (id integer primary key)');
    older.close();
    const target = join(dataDir, 'backup');
    expect((await run(['backup', target])).code).toBe(0);
    for (const name of [file, target]) {
      const database = new SqliteDatabase(name, { readonly: true });
      expect(database.prepare('select name from sqlite_schema').pluck().all()).toEqual(['of_an_older_version']);
      database.close();
    }
  });

  test('says in one line what is in its way', async () => {
    const { dataDir, file, run } = commandLine();
    const target = join(temporaryFolder(), 'backup');
    const none = await run(['backup', target]);
    expect([none.code, none.err]).toEqual([
      1,
      `There is no database ${file}: set DATA_DIR to the folder of the service.\n`,
    ]);
    mkdirSync(dataDir);
    writeFileSync(file, 'x'.repeat(8192));
    const damaged = await run(['backup', target]);
    expect([damaged.code, damaged.err]).toEqual([
      1,
      expect.stringMatching(/is damaged, and no backup was made: [^\n]*\n$/),
    ]);
    const postgresql = commandLine(dataDir, { DATABASE_URL: 'postgresql://vigia:secret@db.example/vigia' });
    const { code, out, err } = await postgresql.run(['backup', target]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      `PostgreSQL makes its own backups: pg_dump --format=custom --file='${target}' 'postgresql://vigia@db.example/vigia'\n`,
    );
  });

  test.each([
    ['postgresql://u:p%27w@h:5433/d?sslmode=require&password=pw', "'postgresql://u@h:5433/d?sslmode=require'"],
    ["postgres://o'b:pw@h/d", "'postgres://o'\\''b@h/d'"],
  ])('the command for %s has no password and is one for a shell', (location, quoted) => {
    const command = dumpCommand(location, '/a b/c');
    expect(command).toBe(`pg_dump --format=custom --file='/a b/c' ${quoted}`);
    expect(command).not.toContain('pw');
  });
});
