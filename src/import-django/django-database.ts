import { copyFile, mkdir, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { CommandFailure } from '../shared/errors/command-failure.js';
import { hasCode } from '../shared/errors/has-code.js';
import { isFactorTable } from './django-factors.js';
import type { DjangoRow } from './django-fields.js';
import { type DjangoTable, TERMS, USERS } from './django-tables.js';

/** File name suffixes of a SQLite database: the database itself, its write-ahead log and its rollback journal. */
const COMPANIONS = ['', '-wal', '-journal'];

const COPY_TRIES = 3;

/** An open SQLite database of Django, which the caller must close. */
export interface DjangoDatabase {
  readonly tables: readonly DjangoTable[];
  close(): void;
}

/**
 * Copies a SQLite database to `folder` and opens the copy. SQLite may create files beside a database even when reading,
 * so working on a copy leaves the original and its folder untouched and allows both to be read-only. The copy is
 * unlinked once it is open, so nothing is left behind.
 *
 * @throws {CommandFailure} if the database is damaged, is being written to, or is not a Django database.
 */
export async function openDjangoDatabase(file: string, folder: string): Promise<DjangoDatabase> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copyFolder = await mkdtemp(join(folder, 'django-'));
  try {
    const copy = join(copyFolder, 'copy.sqlite');
    await copyAtRest(await realpath(file), copy);
    return openCopy(copy, file);
  } finally {
    await rm(copyFolder, { recursive: true, force: true });
  }
}

/** Copies a database's files, starting over if one of them changes meanwhile. */
async function copyAtRest(file: string, copy: string): Promise<void> {
  for (let tries = 0; tries < COPY_TRIES; tries += 1) {
    const before = await computeFingerprint(file);
    for (const companion of COMPANIONS) {
      await rm(copy + companion, { force: true });
      await copyFile(file + companion, copy + companion).catch(ignoreMissing);
    }
    if ((await computeFingerprint(file)) === before) return;
  }
  throw new CommandFailure(`${file} is being written to: stop the Django application, then try again.`);
}

/** Returns a string that changes whenever one of the files does. */
async function computeFingerprint(file: string): Promise<string> {
  const stats = COMPANIONS.map((companion) => stat(file + companion, { bigint: true }).catch(ignoreMissing));
  const fingerprints = (await Promise.all(stats)).map(
    (found) => found && [found.ino, found.size, found.mtimeNs, found.ctimeNs],
  );
  return fingerprints.join(' ');
}

function ignoreMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error;
}

function openCopy(copy: string, file: string): DjangoDatabase {
  const database = new SqliteDatabase(copy);
  try {
    // Merges the other files into the database file, which no longer needs them afterwards.
    database.pragma('journal_mode = delete');
    const health = database.pragma('quick_check(1)', { simple: true });
    if (health !== 'ok') throw new CommandFailure(damaged(file, String(health)));
    return { tables: readTables(database, file), close: () => void database.close() };
  } catch (error) {
    database.close();
    if (error instanceof SqliteDatabase.SqliteError) throw new CommandFailure(damaged(file, error.message));
    throw error;
  }
}

function damaged(file: string, why: string): string {
  const [line] = why.split('\n');
  return `${file} is damaged (${line}): give a backup of it, or a dump made by manage.py dumpdata.`;
}

function readTables(database: SqliteDatabase.Database, file: string): readonly DjangoTable[] {
  const names = database.prepare<[], string>("select name from sqlite_schema where type = 'table'").pluck().all();
  if (names.includes('mikro_orm_migrations')) {
    throw new CommandFailure(
      `${file} is a database of Vigia, not of Django: restore it as docs/operations/backup.md says.`,
    );
  }
  return names.flatMap((name) => {
    const columns = new Set(
      database.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(name),
    );
    const isWanted = USERS.mayMatch(columns) || TERMS.mayMatch(columns) || isFactorTable(name, columns);
    return isWanted ? [readTable(database, name, columns)] : [];
  });
}

function readTable(database: SqliteDatabase.Database, name: string, columns: ReadonlySet<string>): DjangoTable {
  const quoted = `"${name.replaceAll('"', '""')}"`;
  const order = columns.has('id') ? 'id' : 'rowid';
  return {
    name,
    columns,
    count: database.prepare<[], number>(`select count(*) from ${quoted}`).pluck().get() ?? 0,
    rows: () => database.prepare<[], DjangoRow>(`select * from ${quoted} order by ${order}`).all(),
  };
}
