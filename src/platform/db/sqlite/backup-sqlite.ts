import { randomBytes } from 'node:crypto';
import { access, link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { hasCode } from '../../../shared/errors/has-code.js';

/** How long to wait while another process opens or recovers the database. */
const BUSY_TIMEOUT_MS = 5000;

/** Errors of file systems without hard links, e.g. on memory sticks and some network shares. */
const LINKS_UNSUPPORTED = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Writes a consistent copy of a SQLite database while other processes write to the database, in one long read that
 * blocks no writer. Only the owner can read the copy. It is checked and synced to disk before it gets its name, and
 * never overwrites a file.
 *
 * @throws `SQLITE_CORRUPT` if the copy is damaged, in which case the database probably is too.
 * @throws `EEXIST` if `target` already exists; otherwise the error of SQLite or the system. No file is left behind
 * then.
 */
export async function backUpSqlite(source: string, target: string): Promise<void> {
  if (await exists(target)) throw Object.assign(new Error(`${target} already exists`), { code: 'EEXIST' });
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}.part`);
  try {
    // Created first because SQLite would give it the permissions of the umask.
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
  // Not read-only because SQLite would then skip the constraints of the tables.
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

/**
 * Gives the draft its final name. A hard link fails if the name is taken. Without links, the name may still be taken
 * between the check and the renaming.
 */
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

/** Ignores the errors of systems that cannot sync a folder. */
function ignoreUnsupported(error: unknown): void {
  if (!['EINVAL', 'EISDIR', 'EPERM', 'EACCES'].some((code) => hasCode(error, code))) throw error;
}
