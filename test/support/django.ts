import { pbkdf2Sync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { totpSecretBox } from '../../src/features/accounts/second-factor/totp-secret-box.js';
import { User } from '../../src/features/accounts/users/user.entity.js';
import { importAll } from '../../src/import-django/import-all.js';
import { openDjango } from '../../src/import-django/open-django.js';
import { temporaryFolder } from './temporary-folder.js';
import { SECRET_KEY, type TestApp } from './test-app.js';

/** The default password of test users. */
export const OLD = 'the old password 7';

/** Imports a file into the service under test as the command does. @returns the lines of the report. */
export async function moveInto(
  app: TestApp,
  file: string,
  { isDryRun = false, users = undefined as string | undefined } = {},
) {
  const django = await openDjango(file, temporaryFolder(), { users });
  onTestFinished(() => django.close());
  const { database, clock, services } = app;
  const deps = { em: database.em, clock, audit: services.audit, totpSecrets: totpSecretBox(SECRET_KEY) };
  return importAll(django, deps, { isDryRun });
}

export async function login(app: TestApp, username: string, password = OLD): Promise<'in' | 'wrong'> {
  const answer = await app.browser().submit('/accounts/login/', { username, password });
  return answer.status === 302 ? 'in' : 'wrong';
}

/** Returns all accounts in order of creation. */
export function accounts(app: TestApp): Promise<User[]> {
  return app.database.em.fork().find(User, {}, { orderBy: { id: 'asc' } });
}

/** A user as stored by Django; omitted fields have ordinary values. */
export interface DjangoRow {
  readonly id?: number;
  readonly username: string;
  readonly password?: string;
  readonly email?: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly is_active?: boolean;
  readonly is_staff?: boolean;
  readonly is_superuser?: boolean;
  readonly date_joined?: string;
  readonly last_login?: string | null;
}

/** A version of the terms as stored by the Django application. */
export interface DjangoTerms {
  readonly content: string;
  readonly updated_at: string;
  readonly is_active?: boolean;
}

/** Hashes a password as Django's `make_password` does. */
export function djangoHash(password: string, iterations = 10, salt = 'mKoKEsqVYfDVZeDGAB1eVN'): string {
  const hash = pbkdf2Sync(password, salt, iterations, 32, 'sha256').toString('base64');
  return `pbkdf2_sha256$${iterations}$${salt}$${hash}`;
}

/** Tables that Django's migrations leave in SQLite (3.1 to 5.2), with some that always accompany them. */
const TABLES = `
  CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL);
  CREATE TABLE "auth_group" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(150) NOT NULL UNIQUE);
  CREATE TABLE "django_session" ("session_key" varchar(40) NOT NULL PRIMARY KEY, "session_data" text NOT NULL, "expire_date" datetime NOT NULL);
  CREATE TABLE "termos_termo" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "content" text NOT NULL, "updated_at" datetime NOT NULL, "is_active" bool NOT NULL);
`;

/**
 * Returns the statement that creates the table of Django's own user model or, with another name, of a model that
 * replaces it by extending `AbstractUser`.
 */
export function usersTable(name = 'auth_user'): string {
  return `CREATE TABLE "${name}" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "password" varchar(128) NOT NULL, "last_login" datetime NULL, "is_superuser" bool NOT NULL, "username" varchar(150) NOT NULL UNIQUE, "last_name" varchar(150) NOT NULL, "email" varchar(254) NOT NULL, "is_staff" bool NOT NULL, "is_active" bool NOT NULL, "date_joined" datetime NOT NULL, "first_name" varchar(150) NOT NULL)`;
}

interface DatabaseContents {
  readonly users?: readonly DjangoRow[];
  readonly terms?: readonly DjangoTerms[];
  readonly table?: string;
  /** Additional statements. */
  readonly sql?: string;
}

/** Writes an SQLite database as Django would. @returns its path. */
export function djangoDatabase({ users = [], terms = [], table = 'auth_user', sql = '' }: DatabaseContents): string {
  const file = join(temporaryFolder(), 'django', 'db.sqlite3');
  mkdirSync(dirname(file));
  const database = new SqliteDatabase(file);
  database.exec(`${TABLES}${usersTable(table)}`);
  const names = ['id', ...FIELDS];
  const insert = database.prepare(
    `insert into ${table} (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')})`,
  );
  database.transaction(() => {
    for (const user of users) insert.run({ id: null, ...listColumns(user) });
    for (const { content, updated_at, is_active = true } of terms) {
      database
        .prepare('insert into termos_termo (content, updated_at, is_active) values (?, ?, ?)')
        .run(content, updated_at, Number(is_active));
    }
    database.exec(sql);
  })();
  database.close();
  return file;
}

const FIELDS = [
  'password',
  'last_login',
  'is_superuser',
  'username',
  'first_name',
  'last_name',
  'email',
  'is_staff',
  'is_active',
  'date_joined',
] as const;

function listColumns(user: DjangoRow) {
  const row = { ...ordinary(user), ...user };
  const flags = { is_active: row.is_active, is_staff: row.is_staff, is_superuser: row.is_superuser };
  return { ...row, ...Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, Number(flag)])) };
}

function ordinary({ username }: DjangoRow) {
  return {
    password: djangoHash(OLD),
    last_login: null,
    is_superuser: false,
    first_name: 'Ana',
    last_name: '',
    email: `${username}@example.com`,
    is_staff: false,
    is_active: true,
    date_joined: '2021-03-04 05:06:07.123456',
  };
}

interface DumpOptions {
  readonly model?: string;
  readonly indent?: number;
  /** Whether to write the dump as with `--natural-primary` and `--natural-foreign`. */
  readonly natural?: boolean;
  readonly terms?: readonly DjangoTerms[];
}

/** Returns a dump as written by `manage.py dumpdata`, together with other contents of a project. */
export function djangoDump(users: readonly DjangoRow[], options: DumpOptions = {}): string {
  const { model = 'auth.user', indent, natural = false, terms = [] } = options;
  const items: object[] = [
    { model: 'auth.group', ...(natural ? {} : { pk: 1 }), fields: { name: 'editors', permissions: [] } },
    ...users.map((user, index) => {
      const { id = index + 1, ...fields } = { ...ordinary(user), ...user };
      const groups = natural ? [['editors']] : [1];
      return { model, ...(natural ? {} : { pk: id }), fields: { ...fields, groups, user_permissions: [] } };
    }),
    ...terms.map((fields, index) => ({ model: 'termos.termo', pk: index + 1, fields: { is_active: true, ...fields } })),
  ];
  return JSON.stringify(items, null, indent);
}

/** Writes a file into a new folder. @returns its path. */
export function writeFixture(contents: string | Buffer): string {
  const file = join(temporaryFolder(), 'anything');
  writeFileSync(file, contents);
  return file;
}
