import { open, stat } from 'node:fs/promises';
import { CommandFailure } from '../shared/errors/command-failure.js';
import { hasCode } from '../shared/errors/has-code.js';
import { openDjangoDatabase } from './django-database.js';
import { readDump } from './django-dump.js';
import { isFactorTable } from './django-factors.js';
import { type DjangoTable, selectTable, TERMS, USERS } from './django-tables.js';

/** A Django application's tables to import. Rows can be read until it is closed. */
export interface DjangoFile {
  readonly users: DjangoTable | undefined;
  readonly terms: DjangoTable | undefined;
  /** Tables of second factors, whatever their package. */
  readonly factors: readonly DjangoTable[];
  /** Whether tables may be missing, as in a dump of selected models. */
  readonly isPartial: boolean;
  close(): void;
}

/** Tables named by the operator, in case the columns are ambiguous. */
interface Choice {
  readonly users?: string | undefined;
  readonly terms?: string | undefined;
}

const BEGINNING_BYTES = 16;
const DATABASE = 'SQLite format 3\0';
/** Magic bytes of gzip, bzip2, xz, zip and zstd. */
const COMPRESSED = ['\x1f\x8b', 'BZh', '\xfd7zXZ', 'PK\x03\x04', '(\xb5/\xfd'];
const UTF_16 = ['\xff\xfe', '\xfe\xff'];
const JSON_TEXT = /^(?:\u00ef\u00bb\u00bf)?\s*[[{]/;

/**
 * Opens a SQLite database of Django or a JSON dump; the file's content determines which. Never writes to the file; a
 * database is copied to `folder`.
 *
 * @throws {CommandFailure} if it is neither, or contains neither users nor terms.
 */
export async function openDjango(file: string, folder: string, choice: Choice = {}): Promise<DjangoFile> {
  const { tables, isPartial, close } = await openTables(file, folder);
  try {
    const factors = tables.filter(({ name, columns }) => isFactorTable(name, columns));
    const others = tables.filter((table) => !factors.includes(table));
    const users = selectTable(others, USERS, choice.users);
    const terms = selectTable(others, TERMS, choice.terms);
    if (users || terms) return { users, terms, factors, isPartial, close };
  } catch (error) {
    close();
    throw error;
  }
  close();
  throw new CommandFailure(
    `${file} has no users of Django: no table or model with username, password and last_login. Is it the right file?`,
  );
}

async function openTables(file: string, folder: string) {
  const beginning = await beginningOf(file);
  if (beginning.startsWith(DATABASE)) return { ...(await openDjangoDatabase(file, folder)), isPartial: false };
  if (JSON_TEXT.test(beginning)) return { tables: await readDump(file), isPartial: true, close: () => {} };
  throw new CommandFailure(`${file} ${describeFormat(beginning)}`);
}

function describeFormat(beginning: string): string {
  if (beginning === '') return 'is empty. Is it the right file?';
  if (COMPRESSED.some((start) => beginning.startsWith(start))) return 'is packed: unpack it first.';
  if (UTF_16.some((start) => beginning.startsWith(start)))
    return 'is UTF-16, as PowerShell writes it: make the dump with --output, not with ">".';
  return 'is neither a SQLite database nor a JSON dump: give db.sqlite3, or what manage.py dumpdata --output writes.';
}

/** Returns the first bytes of a file, each as one character. */
async function beginningOf(file: string): Promise<string> {
  try {
    // Opening a pipe would block until another process writes to it.
    if (!(await stat(file)).isFile()) throw new CommandFailure(`${file} is not a file.`);
    const handle = await open(file);
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) throw new CommandFailure(`There is no file ${file}.`);
    if (hasCode(error, 'EACCES')) throw new CommandFailure(`${file} may not be read by this user.`);
    throw error;
  }
}
