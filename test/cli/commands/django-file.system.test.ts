import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  accounts,
  djangoDatabase,
  djangoDump,
  djangoHash,
  login,
  moveInto,
  OLD,
  usersTable,
  writeFixture,
} from '../../support/django.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { createTestApp } from '../../support/test-app.js';

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
    expect((await moveInto(app, writeFixture(dump)))[1]).toBe('Imported: 2.');
    expect(await login(app, 'bia')).toBe('in');
  });

  test('a dump may escape its characters or not, and cut its pieces anywhere', async () => {
    const app = await createTestApp();
    // The text exceeds one chunk of the stream and has four-byte characters across chunk boundaries.
    const users = Array.from({ length: 300 }, (_, index) => ({
      username: `u${index}`,
      first_name: '𝒜"\\}]é'.repeat(40 + (index % 7)),
    }));
    const dump = djangoDump(users);
    const escaped = dump.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    expect((await moveInto(app, writeFixture(dump)))[1]).toBe('Imported: 300.');
    expect((await accounts(app)).map(({ firstName }) => firstName)).toEqual(
      users.map((user) => [...user.first_name].slice(0, 150).join('')),
    );
    expect((await moveInto(app, writeFixture(escaped)))[2]).toBe('Already there, imported before: 300.');
  });

  test('times of a dump have zones or are in UTC', async () => {
    const app = await createTestApp();
    const users = [
      { username: 'a', date_joined: '2021-03-04T05:06:07.123Z' },
      { username: 'b', date_joined: '2021-03-04T05:06:07' },
      { username: 'c', date_joined: '2021-03-04T05:06:07.987654-03:00', last_login: '2022-01-01T00:00:00+0000' },
      { username: 'd', date_joined: 'yesterday', last_login: '2022-01-01T00:00:00Z' },
    ];
    const report = await moveInto(app, writeFixture(djangoDump(users)));
    expect((await accounts(app)).map(({ dateJoined }) => dateJoined.toISOString())).toEqual([
      '2021-03-04T05:06:07.123Z',
      '2021-03-04T05:06:07.000Z',
      '2021-03-04T08:06:07.987Z',
      '2022-01-01T00:00:00.000Z',
    ]);
    expect(report).toContain('  "d" (id 4) has no date of joining: that of the last login or of the import was taken.');
    expect((await moveInto(app, writeFixture(djangoDump(users))))[2]).toBe('Already there, imported before: 4.');
  });

  test('a row with a field of another type is skipped and named, and the others are imported', async () => {
    const app = await createTestApp();
    const wrong: Readonly<Record<string, unknown>>[] = [
      { username: 5, is_active: 'x' },
      { username: ['ana'] },
      { username: true },
      { password: 7 },
      { email: { at: 'x' } },
      { first_name: 1.5 },
      { last_name: [] },
      { is_active: null },
      { is_active: 'false' },
      { is_active: 2 },
      { is_staff: 'yes' },
      { is_superuser: {} },
      { date_joined: 1_600_000_000 },
      { last_login: false },
      { is_active: undefined },
      { password: undefined },
    ];
    const sound = { username: 'sound' };
    const items = JSON.parse(djangoDump([...wrong.map((_, index) => ({ username: `u${index}` })), sound]));
    // The first item is an instance of another model.
    for (const [index, changes] of wrong.entries()) Object.assign(items[index + 1].fields, changes);
    const pk = [{}, true, [1]];
    const last = items.at(-1);
    items.push(...pk.map((id, index) => ({ ...last, pk: id, fields: { ...last.fields, username: `pk${index}` } })));
    const report = await moveInto(app, writeFixture(JSON.stringify(items)));
    const skipped = (id: number, name: string, why: string) =>
      `  "${name}" (id ${id}) is not as Django writes it: ${why}.`;
    expect(report.slice(0, -2)).toEqual([
      'Accounts in auth.user: 20.',
      'Imported: 1.',
      'Already there, imported before: 0.',
      'Skipped: 19.',
      skipped(1, '5', 'username is a number, is_active is text'),
      '  Account 2 (id 2) is not as Django writes it: username is a list.',
      skipped(3, 'true', 'username is true or false'),
      skipped(4, 'u3', 'password is a number'),
      skipped(5, 'u4', 'email is an object'),
      skipped(6, 'u5', 'first_name is a number'),
      skipped(7, 'u6', 'last_name is a list'),
      skipped(8, 'u7', 'is_active is null'),
      skipped(9, 'u8', 'is_active is text'),
      skipped(10, 'u9', 'is_active is a number'),
      skipped(11, 'u10', 'is_staff is text'),
      skipped(12, 'u11', 'is_superuser is an object'),
      skipped(13, 'u12', 'date_joined is a number'),
      skipped(14, 'u13', 'last_login is true or false'),
      skipped(15, 'u14', 'is_active is missing'),
      skipped(16, 'u15', 'password is missing'),
      ...['an object', 'true or false', 'a list'].map(
        (what, index) => `  "pk${index}" is not as Django writes it: id is ${what}.`,
      ),
    ]);
    expect((await accounts(app)).map(({ username }) => username)).toEqual(['sound']);
  });

  test('a row of a database with a field of another type is skipped too, and takes no name', async () => {
    const app = await createTestApp();
    const row = (values: string) => `insert into accounts values (${values})`;
    const hash = djangoHash(OLD);
    const file = djangoDatabase({
      // Columns without a type store any value unchanged.
      sql: `create table accounts (id integer primary key, username, password, last_login, is_active, date_joined);
        ${row(`1, 'ana', '${hash}', null, 'x', '2021-03-04 05:06:07'`)};
        ${row(`2, 'ana', '${hash}', null, 1, '2021-03-04 05:06:07'`)};
        ${row(`3, 5, '${hash}', 17, null, null`)};
        ${row(`4, x'616e61', '${hash}', null, 1, null`)}`,
    });
    expect(await moveInto(app, file, { users: 'accounts' })).toEqual([
      'Accounts in accounts: 4.',
      'Imported: 1.',
      'Already there, imported before: 0.',
      'Skipped: 3.',
      '  "ana" (id 1) is not as Django writes it: is_active is text.',
      '  "5" (id 3) is not as Django writes it: username is a number, is_active is null, last_login is a number.',
      '  Account 4 (id 4) is not as Django writes it: username is bytes.',
      'To be looked at: 0.',
    ]);
    expect(await login(app, 'ana')).toBe('in');
  });

  test('an e-mail address that is also the name is reported once', async () => {
    const app = await createTestApp();
    const fields = { password: djangoHash(OLD), last_login: null, email: 5 };
    const report = await moveInto(app, writeFixture(JSON.stringify([{ model: 'contas.usuario', pk: 1, fields }])));
    expect(report[4]).toBe('  "5" (id 1) is not as Django writes it: email is a number.');
  });

  test('a version of the terms with a field of another type is skipped too', async () => {
    const app = await createTestApp();
    const terms = (fields: object) => ({ updated_at: '2022-03-03T00:00:00Z', is_active: true, ...fields });
    const items = [
      { content: 5 },
      { content: 'Second', is_active: 'x' },
      { content: 'Third', updated_at: [] },
      { content: 'Fourth' },
    ].map((fields, index) => ({ model: 'termos.termo', pk: index + 1, fields: terms(fields) }));
    expect(await moveInto(app, writeFixture(JSON.stringify(items)))).toEqual([
      'Versions of the terms in termos.termo: 4.',
      'Imported: 1.',
      'Already there: 0.',
      'Skipped: 3.',
      '  Version 1 is not as Django writes it: content is a number.',
      '  Version 2 is not as Django writes it: is_active is text.',
      '  Version 3 is not as Django writes it: updated_at is a list.',
    ]);
    const natural = items.map(({ model, fields }) => ({ model, fields }));
    expect((await moveInto(app, writeFixture(JSON.stringify(natural)))).slice(3, 5)).toEqual([
      'Skipped: 3.',
      '  Version 1 of the file is not as Django writes it: content is a number.',
    ]);
  });

  test('of a dump without keys, the place of a row names it', async () => {
    const app = await createTestApp();
    const items = JSON.parse(djangoDump([{ username: 'ana' }, { username: 'bia' }], { natural: true }));
    items[2].fields.username = null;
    items[1].fields.username = {};
    expect((await moveInto(app, writeFixture(JSON.stringify(items)))).slice(3, 6)).toEqual([
      'Skipped: 2.',
      '  Account 1 of the file is not as Django writes it: username is an object.',
      '  Account 2 of the file has no name, or one of over 150 characters.',
    ]);
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
    const both = 'Several tables may be the users: choose one with --users. There are: auth_user, contas_usuario';
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
      () => writeFixture(emptyDatabase()),
      /has no users of Django: no table or model with username/,
    ],
    ['a dump without users', () => writeFixture('[]'), /has no users of Django/],
    ['an empty file', () => writeFixture(''), /is empty\. Is it the right file\?$/],
    ['no file', () => '/nowhere/db.sqlite3', /^There is no file \/nowhere\/db\.sqlite3\.$/],
    ['a folder', () => temporaryFolder(), /is not a file\.$/],
    [
      'a picture',
      () => writeFixture(Buffer.from('89504e470d0a1a0a', 'hex')),
      /is neither a SQLite database nor a JSON dump/,
    ],
    ['a packed dump', () => writeFixture(Buffer.from('1f8b0800', 'hex')), /is packed: unpack it first\.$/],
    [
      'a dump of PowerShell',
      () => writeFixture(Buffer.from(`\ufeff${valid}`, 'utf16le')),
      /is UTF-16.* make the dump with --output/,
    ],
    ['a damaged database', damaged, /is damaged \(/],
    ['the head of a database', () => writeFixture('SQLite format 3\0 and no more'), /is damaged \(/],
    ['half a dump', () => writeFixture(valid.slice(0, -40)), /at its item 3: it ends in the middle\.$/],
    ['a dump without its end', () => writeFixture(valid.slice(0, -1)), /at its item 4: it ends in the middle\.$/],
    ['two dumps in one', () => writeFixture(valid + valid), /at its item 4: it is not JSON\.$/],
    [
      'a dump with a wrong letter',
      () => writeFixture(valid.replace('"auth.user"', 'auth.user')),
      /at its item 2: it is not JSON\.$/,
    ],
    [
      'a dump in Latin-1',
      () => writeFixture(Buffer.from(djangoDump([{ username: 'josé' }]), 'latin1')),
      /it is not UTF-8; make the dump again/,
    ],
    [
      'JSON of something else',
      () => writeFixture('[{"name": "ana"}]'),
      /is no dump of Django: its items have no "model"/,
    ],
    [
      'a dump with an endless item',
      () => writeFixture(`[{"a":"${'x'.repeat(17 * 1024 * 1024)}`),
      /at its item 1: it is over 16 MiB\.$/,
    ],
  ])('%s is refused in one line, and nothing is imported', async (_title, make, message) => {
    const app = await createTestApp();
    const failure = await moveInto(app, make()).catch((error: Error) => error.message);
    expect(failure).toMatch(message);
    expect(failure).not.toContain('\n');
    expect(await accounts(app)).toEqual([]);
  });
});

/** Returns the name, size, content and time of every file in a folder. */
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
