import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  accounts,
  djangoDatabase,
  djangoDump,
  djangoHash,
  fileOf,
  login,
  moveInto,
  OLD,
  usersTable,
} from '../support/django.js';
import { temporaryFolder } from '../support/running-service.js';
import { createTestApp } from '../support/test-app.js';

describe('the file of import-django (contract 10)', () => {
  test.each([
    ['a list', djangoDump([{ username: 'ana' }, { username: 'bia' }])],
    [
      'indented, with natural keys',
      djangoDump([{ username: 'ana' }, { username: 'bia' }], { indent: 2, natural: true }),
    ],
    ['of another model', djangoDump([{ username: 'ana' }, { username: 'bia' }], { model: 'contas.pessoa' })],
    ['with a byte order mark', `\ufeff${djangoDump([{ username: 'ana' }, { username: 'bia' }])}`],
    [
      'of lines',
      JSON.parse(djangoDump([{ username: 'ana' }, { username: 'bia' }]))
        .map((item: object) => JSON.stringify(item))
        .join('\n'),
    ],
  ])('may be a dump: %s', async (_title, dump) => {
    const app = await createTestApp();
    expect((await moveInto(app, fileOf(dump)))[1]).toBe('Imported: 2.');
    expect(await login(app, 'bia')).toBe('in');
  });

  test('a dump may escape its characters or not, and cut its pieces anywhere', async () => {
    const app = await createTestApp();
    // More than a piece of a stream, and characters of four bytes across its edges.
    const users = Array.from({ length: 300 }, (_, index) => ({
      username: `u${index}`,
      first_name: '𝒜"\\}]é'.repeat(40 + (index % 7)),
    }));
    const dump = djangoDump(users);
    const escaped = dump.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    expect((await moveInto(app, fileOf(dump)))[1]).toBe('Imported: 300.');
    expect((await accounts(app)).map(({ firstName }) => firstName)).toEqual(
      users.map((user) => [...user.first_name].slice(0, 150).join('')),
    );
    expect((await moveInto(app, fileOf(escaped)))[2]).toBe('Already there, imported before: 300.');
  });

  test('times of a dump have zones or are in UTC', async () => {
    const app = await createTestApp();
    const users = [
      { username: 'a', date_joined: '2021-03-04T05:06:07.123Z' },
      { username: 'b', date_joined: '2021-03-04T05:06:07' },
      { username: 'c', date_joined: '2021-03-04T05:06:07.987654-03:00', last_login: '2022-01-01T00:00:00+0000' },
      { username: 'd', date_joined: 'yesterday', last_login: '2022-01-01T00:00:00Z' },
    ];
    const report = await moveInto(app, fileOf(djangoDump(users)));
    expect((await accounts(app)).map(({ dateJoined }) => dateJoined.toISOString())).toEqual([
      '2021-03-04T05:06:07.123Z',
      '2021-03-04T05:06:07.000Z',
      '2021-03-04T08:06:07.987Z',
      '2022-01-01T00:00:00.000Z',
    ]);
    expect(report).toContain('  "d" (id 4) has no date of joining: that of the last login or of the import was taken.');
    expect((await moveInto(app, fileOf(djangoDump(users))))[2]).toBe('Already there, imported before: 4.');
  });

  test("a model in the place of Django's own is found by its columns; it may log in by e-mail and lack the rest", async () => {
    const app = await createTestApp();
    const file = djangoDatabase({
      sql: `create table contas_usuario (id char(32) primary key, password varchar(128), last_login datetime, email varchar(254));
        insert into contas_usuario values ('f00', '${djangoHash(OLD)}', null, 'ana@example.com');
        create table contas_historicalusuario (history_id integer primary key, history_date datetime, password text, last_login datetime, email text);
        insert into contas_historicalusuario values (1, '', 'x', null, 'old@example.com')`,
    });
    const report = await moveInto(app, file);
    expect(report[0]).toBe('Accounts in contas_usuario: 1.');
    expect(await login(app, 'ana@example.com')).toBe('in');
    expect((await accounts(app))[0]).toMatchObject({ username: 'ana@example.com', isActive: true, isStaff: false });
  });

  test('of two tables with users, the operator says which', async () => {
    const app = await createTestApp();
    const other = `${usersTable('contas_usuario')}; insert into contas_usuario select * from auth_user`;
    const file = djangoDatabase({ users: [{ username: 'ana' }], sql: other });
    const both = 'Several tables may be the users: say which with --users. There are: auth_user, contas_usuario';
    await expect(moveInto(app, file)).rejects.toThrow(both);
    await expect(moveInto(app, file, { users: 'auth_group' })).rejects.toThrow(/^--users "auth_group" is not in it/);
    expect((await moveInto(app, file, { users: 'Contas_Usuario' }))[0]).toBe('Accounts in contas_usuario: 1.');
  });

  test('a database that Django has open in WAL mode is read with its last commits, and nothing is written', async () => {
    const app = await createTestApp();
    const file = djangoDatabase({ users: [{ username: 'ana' }] });
    const django = new SqliteDatabase(file);
    onTestFinished(() => void django.close());
    django.pragma('journal_mode = wal');
    django.exec("update auth_user set first_name = 'Of the log'");
    django.exec("begin; update auth_user set first_name = 'Not committed'");
    const before = snapshot(dirname(file));
    chmodSync(dirname(file), 0o500);
    onTestFinished(() => chmodSync(dirname(file), 0o700));
    await moveInto(app, file);
    expect(snapshot(dirname(file))).toEqual(before);
    expect((await accounts(app))[0]?.firstName).toBe('Of the log');
  });

  test('a transaction of Django that was cut short is not there', async () => {
    const app = await createTestApp();
    const file = djangoDatabase({ users: Array.from({ length: 500 }, (_, index) => ({ username: `u${index}` })) });
    const django = new SqliteDatabase(file);
    django.exec("pragma cache_size = 1; begin; update auth_user set first_name = 'Half'");
    const folder = join(temporaryFolder(), 'crashed');
    mkdirSync(folder);
    for (const name of readdirSync(dirname(file))) copyFileSync(join(dirname(file), name), join(folder, name));
    django.close();
    expect(readdirSync(folder)).toEqual(['db.sqlite3', 'db.sqlite3-journal']);
    const before = snapshot(folder);
    await moveInto(app, join(folder, 'db.sqlite3'));
    expect(snapshot(folder)).toEqual(before);
    expect(new Set((await accounts(app)).map(({ firstName }) => firstName))).toEqual(new Set(['Ana']));
  });

  const damaged = () => {
    const file = djangoDatabase({ users: Array.from({ length: 300 }, (_, index) => ({ username: `u${index}` })) });
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x55, 5000, bytes.length));
    return file;
  };
  const valid = djangoDump([{ username: 'ana' }, { username: 'bia' }]);
  test.each<[string, () => string, RegExp]>([
    [
      'a database without users',
      () => fileOf(emptyDatabase()),
      /has no users of Django: no table or model with username/,
    ],
    ['a dump without users', () => fileOf('[]'), /has no users of Django/],
    ['an empty file', () => fileOf(''), /is empty\. Is it the right file\?$/],
    ['no file', () => '/nowhere/db.sqlite3', /^There is no file \/nowhere\/db\.sqlite3\.$/],
    ['a folder', () => temporaryFolder(), /is no file\.$/],
    ['a picture', () => fileOf(Buffer.from('89504e470d0a1a0a', 'hex')), /is neither a SQLite database nor a JSON dump/],
    ['a packed dump', () => fileOf(Buffer.from('1f8b0800', 'hex')), /is packed: unpack it first\.$/],
    [
      'a dump of PowerShell',
      () => fileOf(Buffer.from(`\ufeff${valid}`, 'utf16le')),
      /is UTF-16.* make the dump with --output/,
    ],
    ['a damaged database', damaged, /is damaged \(/],
    ['the head of a database', () => fileOf('SQLite format 3\0 and no more'), /is damaged \(/],
    ['half a dump', () => fileOf(valid.slice(0, -40)), /at its item 3: it ends in the middle\.$/],
    ['a dump without its end', () => fileOf(valid.slice(0, -1)), /at its item 4: it ends in the middle\.$/],
    ['two dumps in one', () => fileOf(valid + valid), /at its item 4: it is not JSON\.$/],
    [
      'a dump with a wrong letter',
      () => fileOf(valid.replace('"auth.user"', 'auth.user')),
      /at its item 2: it is not JSON\.$/,
    ],
    [
      'a dump in Latin-1',
      () => fileOf(Buffer.from(djangoDump([{ username: 'josé' }]), 'latin1')),
      /it is not UTF-8; make the dump again/,
    ],
    ['JSON of something else', () => fileOf('[{"name": "ana"}]'), /is no dump of Django: its items have no "model"/],
    [
      'a dump with an endless item',
      () => fileOf(`[{"a":"${'x'.repeat(17 * 1024 * 1024)}`),
      /at its item 1: it is over 16 MiB\.$/,
    ],
  ])('%s is refused in one line, and nothing is imported', async (_title, make, message) => {
    const app = await createTestApp();
    const refusal = await moveInto(app, make()).catch((error: Error) => error.message);
    expect(refusal).toMatch(message);
    expect(refusal).not.toContain('\n');
    expect(await accounts(app)).toEqual([]);
  });
});

/** Names, sizes, contents and times of what is in a folder. */
function snapshot(folder: string) {
  return readdirSync(folder).map((name) => {
    const { size, mtimeMs, ino } = statSync(join(folder, name));
    return { name, size, mtimeMs, ino, contents: readFileSync(join(folder, name)).toString('base64') };
  });
}

function emptyDatabase(): Buffer {
  const database = new SqliteDatabase(':memory:');
  database.exec('create table something (id integer primary key, password text)');
  return database.serialize();
}
