import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { processEnvironment } from '../../settings/environment.js';
import { type DatabaseLocation, readSettings } from '../../settings/settings.js';
import { CommandFailure } from '../../shared/errors/command-failure.js';
import { hasCode } from '../../shared/errors/has-code.js';
import type { Command, CommandArguments } from '../command.js';

/** Copies the database while the service is running (contract 10). */
export const backup: Command = {
  name: 'backup',
  summary: 'Writes a consistent copy of the database into a new file, while the service runs.',
  notes: [
    'The file contains all accounts and their password hashes, so only its owner can read it. It does not contain the secret',
    'key. To restore it: stop the service, put the file in place of vigia.sqlite in an empty DATA_DIR, start the service.',
    'docs/operations/backup.md describes each step.',
  ],
  positionals: ['file'],
  example: 'vigia backup /var/backups/vigia-2026-11-21.sqlite',
  async run({ positionals: [file = ''] }: CommandArguments) {
    const { database } = readSettings(processEnvironment());
    const source = fileToBackUp(database, file);
    const target = resolve(file);
    const { backUpSqlite } = await import('../../platform/db/sqlite/backup-sqlite.js');
    await backUpSqlite(source, target).catch((error: unknown) => {
      throw explained(error, source, target);
    });
    console.log(`${target} has been written and checked.`);
  },
};

function fileToBackUp(database: DatabaseLocation, target: string): string {
  if (database.kind === 'postgresql') {
    throw new CommandFailure(`PostgreSQL makes its own backups: ${dumpCommand(database.url, target)}`);
  }
  const { file } = database;
  if (file === ':memory:') throw new CommandFailure('A database in memory cannot be backed up: set DATA_DIR.');
  if (!existsSync(file)) {
    throw new CommandFailure(`There is no database ${file}: set DATA_DIR to the folder of the service.`);
  }
  return file;
}

/**
 * Returns a command that an operator can run as is. The password is omitted because other users of the machine could
 * read it.
 */
export function dumpCommand(location: string, target: string): string {
  const url = new URL(location);
  url.password = '';
  url.searchParams.delete('password');
  return `pg_dump --format=custom --file=${quoted(target)} ${quoted(url.href)}`;
}

/** Quotes a word for a POSIX shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function explained(error: unknown, source: string, target: string): unknown {
  if (hasCode(error, 'SQLITE_CORRUPT') || hasCode(error, 'SQLITE_NOTADB')) {
    return new CommandFailure(`${source} is damaged, and no backup was made: ${(error as Error).message}`);
  }
  if (hasCode(error, 'EEXIST'))
    return new CommandFailure(`${target} already exists and is left unchanged: choose another name.`);
  if (hasCode(error, 'ENOENT')) return new CommandFailure(`There is no folder ${dirname(target)}.`);
  if (hasCode(error, 'EACCES') || hasCode(error, 'EROFS')) {
    return new CommandFailure(`This user may not write to ${dirname(target)}.`);
  }
  if (hasCode(error, 'SQLITE_FULL') || hasCode(error, 'ENOSPC')) {
    return new CommandFailure(`There is not enough space for the backup in ${dirname(target)}.`);
  }
  return error;
}
