import { expect, test } from 'vitest';
import type { Database } from '../../../../src/platform/db/database.js';
import { openTestDatabase, sqlite } from '../../../support/databases/databases.js';

function sqlOf({ em }: Database) {
  return (sql: string, parameters: unknown[] = []): Promise<object[]> => em.getConnection().execute(sql, parameters);
}

test('a statement that was run before sees the columns that its table has by now, and other parameters', async () => {
  const database = await openTestDatabase(await sqlite.locateEmpty());
  const run = sqlOf(database);
  await run('create table things (name text)');
  const insert = 'insert into things (name) values (?)';
  await run(insert, ['one']);
  await run(insert, ['two']);
  const all = 'select * from things where name <> ?';
  expect(await run(all, ['two'])).toEqual([{ name: 'one' }]);
  expect(await run(all, ['one'])).toEqual([{ name: 'two' }]);
  await run('alter table things add column size integer default 3');
  expect(await run(all, ['one'])).toEqual([{ name: 'two', size: 3 }]);
  await run('alter table things rename column name to title');
  await expect(run(all, ['one'])).rejects.toThrow(/no such column: name/);
});

test('a statement that failed can be run again', async () => {
  const run = sqlOf(await openTestDatabase(await sqlite.locateEmpty()));
  await run('create table things (name text unique)');
  const insert = 'insert into things (name) values (?)';
  await run(insert, ['one']);
  await expect(run(insert, ['one'])).rejects.toThrow(/UNIQUE/);
  await run(insert, ['two']);
  expect(await run('select name from things order by name')).toEqual([{ name: 'one' }, { name: 'two' }]);
});

test('what another process does to a table is seen by a statement that was run before', async () => {
  const location = await sqlite.locateEmpty();
  const [first, second] = [await openTestDatabase(location), await openTestDatabase(location)].map(sqlOf);
  if (!first || !second) throw new Error('there are two');
  await first('create table things (name text)');
  await first('insert into things (name) values (?)', ['one']);
  const all = 'select name from things';
  expect(await second(all)).toEqual([{ name: 'one' }]);
  await first('alter table things add column size integer');
  await first('create index things_size on things (size)');
  await first('insert into things (name) values (?)', ['two']);
  expect(await second(all)).toEqual([{ name: 'one' }, { name: 'two' }]);
});
