import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { AuthenticationEvent } from '../../../src/platform/audit/audit-event.entity.js';
import { openTestDatabase, writeMigratedDatabase } from '../databases/databases.js';
import { temporaryFolder } from '../temporary-folder.js';
import { PASSWORD } from '../test-app.js';
import { NODE_COMPILE_CACHE } from './running-service.js';

/** Returns the built command line with a data folder; each call starts a separate process. */
export function commandLine(
  dataDir = join(temporaryFolder(), 'data'),
  environment: Readonly<Record<string, string>> = {},
) {
  const file = join(dataDir, 'vigia.sqlite');
  const run = async (args: readonly string[], input: string | Buffer = '') => {
    const child = spawn(process.execPath, ['dist/main.js', ...args], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...environment },
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const [[code], out, err] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
    return { code: code as number, out, err };
  };
  /** Creates an account, passing the line on standard input. */
  const create = async (username: string, line: string | Buffer = `${PASSWORD}\n`, ...more: string[]) => {
    if (environment.DATABASE_URL === undefined && !existsSync(file)) await writeMigratedDatabase(file);
    return run([...createArguments(username), '--password-stdin', ...more], line);
  };
  /** Returns the audit rows written by the command line. */
  const events = async () => {
    const database = await openTestDatabase({ kind: 'sqlite', file });
    const rows = await database.em.fork().find(AuthenticationEvent, { door: 'cli' }, { orderBy: { id: 'asc' } });
    return rows.map(({ event, result, username, address }) => [event, result, username, address].join(' ').trim());
  };
  return { dataDir, file, run, create, events };
}

/** Returns the arguments that create an account with a password prompt. */
export function createArguments(username: string): string[] {
  return ['user', 'create', username, '--email', 'a@example.com', '--first-name', 'ana'];
}
