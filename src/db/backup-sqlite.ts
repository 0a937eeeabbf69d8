import { randomBytes } from 'node:crypto';
import { access, link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { hasCode } from '../shared/has-code.js';

/** How long to wait for a database that is being opened or recovered by another process. */
const BUSY_TIMEOUT_MS = 5000;

/** What links to nothing on some file systems: those of memory sticks and of some network shares. */
const LINKS_UNSUPPORTED = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Writes a copy of a SQLite database that is consistent as of one moment, while others write to it: it is one long read,
 * which keeps no writer waiting. The copy is for its owner alone, is checked and on the disk before it has its name,
 * and replaces nothing.
 *
 * @throws `SQLITE_CORRUPT` when the copy is not sound, and with it probably the database.
 * @throws `EEXIST` when `target` is there already; else what SQLite or the system says. Nothing remains then.
 */
export async function backUpSqlite(source: string, target: string): Promise<void> {
  if (await exists(target)) throw Object.assign(new Error(`${target} is there already`), { code: 'EEXIST' });
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}.part`);
  try {
    // Made first, since SQLite would make it for whomever the umask lets.
    await (await open(draft, 'wx', 0o600)).close();
    copy(source, draft);
    check(draft);
    await sync(draft, 'r+');
    await takeName(draft, target);
  } finally {
    await rm(draft, { force: true });
    await rm(`${draft}-journal`, { force: true });
  }
  await sync(dirname(target), 'r').catch(ignoreUnsupported);
}

function copy(source: string, target: string): void {
  const database = new SqliteDatabase(source, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    database.prepare('vacuum into ?').run(target);
  } finally {
    database.close();
  }
}

function check(file: string): void {
  // On a connection that may only read, SQLite does not look at what the tables demand of their rows.
  const database = new SqliteDatabase(file);
  try {
    const [health] = database.pragma('integrity_check(1)') as { integrity_check: string }[];
    if (health?.integrity_check !== 'ok') throw damaged(health?.integrity_check ?? 'no answer');
    const [orphan] = database.pragma('foreign_key_check') as { table: string }[];
    if (orphan) throw damaged(`a row of ${orphan.table} belongs to nothing`);
  } finally {
    database.close();
  }
}

function damaged(fault: string): Error {
  return Object.assign(new Error(fault), { code: 'SQLITE_CORRUPT' });
}

/** A link takes a name that is free and no other; where there are no links, it was free a moment ago. */
async function takeName(draft: string, target: string): Promise<void> {
  try {
    await link(draft, target);
  } catch (error) {
    if (!LINKS_UNSUPPORTED.some((code) => hasCode(error, code))) throw error;
    await rename(draft, target);
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    (error) => !hasCode(error, 'ENOENT'),
  );
}

async function sync(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Folders cannot be synchronised everywhere. */
function ignoreUnsupported(error: unknown): void {
  if (!['EINVAL', 'EISDIR', 'EPERM', 'EACCES'].some((code) => hasCode(error, code))) throw error;
}
