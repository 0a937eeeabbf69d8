import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { backUpSqlite } from '../../../../src/platform/db/sqlite/backup-sqlite.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

/** Commits pairs of rows as fast as possible, and counts them in memory shared with the test. */
const PAIR_WRITER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const database = new (require('better-sqlite3'))(workerData.file, { timeout: 10000 });
  const [one, other] = ['one', 'other'].map((table) => database.prepare('insert into ' + table + ' default values'));
  const commits = new Int32Array(workerData.shared);
  const pair = database.transaction(() => { one.run(); other.run(); });
  while (Atomics.load(commits, 1) === 0) {
    pair.immediate();
    Atomics.add(commits, 0, 1);
    Atomics.notify(commits, 0);
  }
  database.close();
`;

/** Creates a database in WAL mode, large enough for copying to take a while. */
function pairsDatabase(): string {
  const file = join(temporaryFolder(), 'vigia.sqlite');
  const database = new SqliteDatabase(file);
  database.pragma('journal_mode = wal');
  database.exec('create table one (id integer primary key); create table other (id integer primary key)');
  database.exec('create table bulk (id integer primary key, data blob)');
  const insert = database.prepare('insert into bulk (data) values (randomblob(100000))');
  database.transaction(() => {
    for (let count = 0; count < 200; count += 1) insert.run();
  })();
  database.close();
  return file;
}

describe('a backup of SQLite (contract 10)', () => {
  test('is of one moment, while others go on writing', async () => {
    const file = pairsDatabase();
    const shared = new SharedArrayBuffer(8);
    const commits = new Int32Array(shared);
    const writer = new Worker(PAIR_WRITER, { eval: true, workerData: { file, shared } });
    const ended = new Promise((resolve) => writer.once('exit', resolve));
    onTestFinished(async () => {
      Atomics.store(commits, 1, 1);
      await ended;
    });
    let during = 0;
    // Repeats the backup, since it depends on the machine whether a write falls within a single one.
    for (let count = 0; count < 20 && during === 0; count += 1) {
      await Atomics.waitAsync(commits, 0, Atomics.load(commits, 0)).value;
      const before = Atomics.load(commits, 0);
      const target = join(dirname(file), `backup-${count}`);
      await backUpSqlite(file, target);
      during = Atomics.load(commits, 0) - before;
      const copy = new SqliteDatabase(target, { readonly: true });
      const rows = (table: string) => copy.prepare<[], number>(`select count(*) from ${table}`).pluck().get() ?? 0;
      expect(rows('one')).toBe(rows('other'));
      expect(rows('one')).toBeGreaterThanOrEqual(before);
      expect(rows('bulk')).toBe(200);
      copy.close();
    }
    expect(during).toBeGreaterThan(0);
  });

  test('is one file, for its owner only under any umask', async () => {
    const file = pairsDatabase();
    const target = join(temporaryFolder(), 'backup');
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    await backUpSqlite(file, target);
    expect(readdirSync(dirname(target))).toEqual(['backup']);
    expect(statSync(target).mode & 0o777).toBe(0o600);
  });

  test('replaces nothing', async () => {
    const target = join(temporaryFolder(), 'backup');
    writeFileSync(target, 'of yesterday');
    await expect(backUpSqlite(pairsDatabase(), target)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(statSync(target).size).toBe('of yesterday'.length);
  });

  test.each([
    [
      'a row that its table rejects',
      'create table held (id integer check (id < 9)); pragma ignore_check_constraints = on; insert into held values (9)',
      'CHECK constraint failed in held',
    ],
    [
      'a row that belongs to nothing',
      'create table child (parent integer references one (id)); pragma foreign_keys = off; insert into child values (77)',
      'a row of child belongs to nothing',
    ],
  ])('is none where the copy is found to have %s, and leaves nothing', async (_title, sql, fault) => {
    const file = pairsDatabase();
    const database = new SqliteDatabase(file);
    database.exec(sql);
    database.close();
    const target = join(temporaryFolder(), 'backup');
    await expect(backUpSqlite(file, target)).rejects.toThrow(fault);
    expect(readdirSync(dirname(target))).toEqual([]);
  });
});
