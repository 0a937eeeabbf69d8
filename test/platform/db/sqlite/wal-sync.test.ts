import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WaitingSqliteDialect } from '../../../../src/platform/db/sqlite/waiting-sqlite-dialect.js';
import { WalSync } from '../../../../src/platform/db/sqlite/wal-sync.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

/** Opens a database whose disk stays busy until the test ends the write, with success or failure. */
async function openSlowDisk({ busyTimeoutMs = 60_000 } = {}) {
  const works: PromiseWithResolvers<void>[] = [];
  const work = () => {
    const one = Promise.withResolvers<void>();
    works.push(one);
    return one.promise;
  };
  const file = join(temporaryFolder(), 'vigia.sqlite');
  const db = new Kysely<Record<string, never>>({
    dialect: new WaitingSqliteDialect({
      database: new Database(file, { timeout: 0 }),
      busyTimeoutMs,
      walSync: (deps) => new WalSync({ ...deps, fdatasync: work }),
    }),
  });
  onTestFinished(() => db.destroy());
  const settle = async (end: (one: PromiseWithResolvers<void>) => void) => {
    await expect.poll(() => works.length).toBeGreaterThan(0);
    for (const one of works.splice(0)) end(one);
  };
  const made = sql`create table notes (text text)`.execute(db);
  await settle(({ resolve }) => resolve());
  await made;
  return {
    db,
    file,
    works,
    settle,
    insert: (text: string) => sql`insert into notes values (${text})`.execute(db),
    texts: async () => (await sql<{ text: string }>`select text from notes`.execute(db)).rows.map(({ text }) => text),
  };
}

/** Returns the content of the database file, ignoring its log. */
function textsWithoutLog(file: string): string[] {
  const copy = join(temporaryFolder(), 'copy.sqlite');
  copyFileSync(file, copy);
  const database = new Database(copy, { readonly: true });
  const rows = database.prepare('select text from notes').all() as { text: string }[];
  database.close();
  return rows.map(({ text }) => text);
}

/** Whether a promise is still pending after all work that can run now has run. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, 'pending'))])) === 'pending';
}

describe('the sync of the write-ahead log (promise 31)', () => {
  test('a statement and a transaction are over only when the disk has them; meanwhile others read and write', async () => {
    const { db, works, settle, insert, texts } = await openSlowDisk();
    const statement = insert('one');
    await expect.poll(() => works.length).toBe(1);
    const transaction = db.transaction().execute((within) => sql`insert into notes values ('two')`.execute(within));
    await expect.poll(texts).toEqual(['one', 'two']);
    expect(await isPending(statement)).toBe(true);
    await settle(({ resolve }) => resolve());
    await statement;
    // The commit came during the sync, so it has to wait for the next one.
    expect(await isPending(transaction)).toBe(true);
    await settle(({ resolve }) => resolve());
    await transaction;
  });

  test('commits that arrive during a sync share the next one', async () => {
    const { works, settle, insert, texts } = await openSlowDisk();
    const first = insert('first');
    await expect.poll(() => works.length).toBe(1);
    const others = Array.from({ length: 20 }, (_, index) => insert(`${index}`));
    await expect.poll(texts).toHaveLength(21);
    await settle(({ resolve }) => resolve());
    await first;
    await expect.poll(() => works.length).toBe(1);
    await settle(({ resolve }) => resolve());
    await Promise.all(others);
    expect(works).toHaveLength(0);
  });

  test('reading needs no disk', async () => {
    const { db, works, texts } = await openSlowDisk();
    await texts();
    await db
      .transaction()
      .setAccessMode('read only')
      .execute((within) => sql`select 1`.execute(within));
    expect(works).toHaveLength(0);
  });

  test('a failing disk fails the commits that waited, and undoes nothing of others', async () => {
    const { db, settle, insert, texts } = await openSlowDisk();
    const failing = db.transaction().execute((within) => sql`insert into notes values ('failing')`.execute(within));
    failing.catch(() => {});
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    await expect.poll(texts).toContain('failing');
    const other = db.transaction().execute(async (within) => {
      await sql`insert into notes values ('other')`.execute(within);
      reached.resolve();
      await goOn.promise;
    });
    await reached.promise;
    await settle(({ reject }) => reject(new Error('EIO')));
    await expect(failing).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
    goOn.resolve();
    await other;
    const after = insert('after');
    await settle(({ resolve }) => resolve());
    await after;
    expect(await texts()).toEqual(expect.arrayContaining(['other', 'after']));
  });

  test('after a failed sync, the log is copied into the database: the system has dropped the writes', async () => {
    const { db, file, works, settle, insert } = await openSlowDisk();
    const failing = insert('failing');
    failing.catch(() => {});
    await settle(({ reject }) => reject(new Error('EIO')));
    await expect(failing).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
    const reader = new Database(file);
    onTestFinished(() => void reader.close());
    reader.exec('begin');
    reader.prepare('select * from notes').all();
    // The reader prevents a checkpoint.
    await expect(insert('refused')).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
    reader.exec('commit');
    await insert('acknowledged');
    expect(works).toHaveLength(0);
    expect(textsWithoutLog(file)).toContain('acknowledged');
    const synced = insert('synced');
    await settle(({ resolve }) => resolve());
    await synced;
    await db.destroy();
  });

  test('closing waits for a checkpoint that waits for its turn', async () => {
    const { db, file, settle, insert } = await openSlowDisk();
    const failing = insert('failing');
    failing.catch(() => {});
    await settle(({ reject }) => reject(new Error('EIO')));
    await expect(failing).rejects.toThrow();
    const last = insert('last');
    await Promise.all([last, db.destroy()]);
    expect(textsWithoutLog(file)).toContain('last');
  });

  test('a hanging disk fails the commits that wait for it, and later ones at once; then all goes on', async () => {
    const { works, settle, insert, texts } = await openSlowDisk({ busyTimeoutMs: 200 });
    const first = insert('first');
    await expect.poll(() => works.length).toBe(1);
    const outcomes = await Promise.allSettled([first, insert('second')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const third = insert('third').catch(({ code }) => code);
    expect(await isPending(third)).toBe(false);
    expect(await third).toBe('SQLITE_IOERR_FSYNC');
    expect(await texts()).toHaveLength(3);
    expect(works).toHaveLength(1);
    await settle(({ resolve }) => resolve());
    await settle(({ resolve }) => resolve());
    const fourth = insert('fourth');
    await settle(({ resolve }) => resolve());
    await fourth;
  });

  test('the file behind a symbolic link is the one whose log is synced', async () => {
    const folder = temporaryFolder();
    const behind = join(folder, 'behind');
    mkdirSync(behind);
    symlinkSync(join(behind, 'real.sqlite'), join(folder, 'vigia.sqlite'));
    const logs: string[] = [];
    const dialect = new WaitingSqliteDialect({
      database: new Database(join(folder, 'vigia.sqlite'), { timeout: 0 }),
      busyTimeoutMs: 1000,
      walSync: (deps) => {
        logs.push(deps.walFile);
        return new WalSync(deps);
      },
    });
    const db = new Kysely<Record<string, never>>({ dialect });
    onTestFinished(() => db.destroy());
    await sql`create table notes (text text)`.execute(db);
    expect(logs).toEqual([join(behind, 'real.sqlite-wal')]);
  });

  test('a log that cannot be opened is an error of the disk', async () => {
    const walFile = join(temporaryFolder(), 'missing-wal');
    const walSync = new WalSync({ walFile, checkpoint: async () => {}, timeoutMs: 60_000 });
    await expect(walSync.flush()).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
  });
});
