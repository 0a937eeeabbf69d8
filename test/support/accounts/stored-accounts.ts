import { existsSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { encodePassword } from '../../../src/features/accounts/credentials/password-encoding.js';
import { User } from '../../../src/features/accounts/users/user.entity.js';
import { computeLookalikes } from '../../../src/shared/identity/lookalikes.js';
import { usernameKey } from '../../../src/shared/identity/username.js';
import { openTestDatabase, writeMigratedDatabase } from '../databases/databases.js';
import { PASSWORD } from '../test-app.js';

/** `PASSWORD` as stored by the service, hashed once per process. */
let encodedPassword: Promise<string> | undefined;

/**
 * Writes an account into an SQLite file that a service may be using. Tests that need an account but don't test its
 * creation use this, since the command takes a third of a second of CPU time.
 */
export async function storeAccount(file: string, username: string, { isStaff = false } = {}): Promise<void> {
  encodedPassword ??= encodePassword(PASSWORD);
  if (!existsSync(file)) await writeMigratedDatabase(file);
  const em = (await openTestDatabase({ kind: 'sqlite', file })).em.fork();
  const user = em.create(User, {
    username,
    usernameKey: usernameKey(username),
    ...computeLookalikes(username),
    firstName: 'Ana',
    email: 'a@example.com',
    password: await encodedPassword,
    dateJoined: new Date(),
    isStaff,
  });
  await em.persist(user).flush();
}

/** Gives an account the staff role as another process would; the service notices at the next request. */
export function promote(dataDir: string, username: string): void {
  const database = new SqliteDatabase(join(dataDir, 'vigia.sqlite'), { timeout: 5000 });
  const { changes } = database.prepare('update users set is_staff = 1 where username = ?').run(username);
  database.close();
  if (changes !== 1) throw new Error(`There is no account ${username}`);
}
