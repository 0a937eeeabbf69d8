import { expect, test } from 'vitest';
import { databaseVersion, ownWrites } from '../../../src/db/sqlite/sqlite.js';
import { type DatabaseKind, databaseKinds, openTestDatabase } from '../../support/databases/databases.js';

const [sqlite, postgresql] = databaseKinds as [DatabaseKind, DatabaseKind];

test('each statement that changes rows is counted, and none that does not', async () => {
  const { em } = await openTestDatabase(await sqlite.locate());
  const execute = (sql: string) => em.fork().getConnection().execute(sql);
  const countedFor = async (sql: string) => {
    const [own = Number.NaN, all = Number.NaN] = [ownWrites(em), databaseVersion(em)];
    await execute(sql);
    const counted = (ownWrites(em) ?? Number.NaN) - own;
    expect((databaseVersion(em) ?? Number.NaN) - all).toBe(counted);
    return counted;
  };
  await execute('create table counted (id integer primary key, name text)');
  expect(await countedFor('select * from counted')).toBe(0);
  expect(await countedFor("insert into counted (name) values ('a'), ('b')")).toBe(1);
  expect(await countedFor("insert into counted (name) values ('c') returning id")).toBe(1);
  expect(await countedFor("update counted set name = 'd' where name = 'c'")).toBe(1);
  expect(await countedFor("update counted set name = 'd' where name = 'x'")).toBe(0);
  expect(await countedFor('delete from counted where id > 100')).toBe(0);
  expect(await countedFor('delete from counted where id > 100 returning id')).toBe(0);
  expect(await countedFor('delete from counted')).toBe(1);
});

test.skipIf(!postgresql.available)('PostgreSQL does not tell', async () => {
  const { em } = await openTestDatabase(await postgresql.locate());
  expect([ownWrites(em), databaseVersion(em)]).toEqual([undefined, undefined]);
});
