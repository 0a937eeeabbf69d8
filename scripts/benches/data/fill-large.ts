import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { fillChunks, fillHistory } from './fill-history.ts';
import { type Filling, fillings, hostFilling, postgresql, type Sizes, sqlite } from './large-tables.ts';
import type { BenchDatabase } from '../measuring/postgresql.ts';

/** Rows sent to PostgreSQL per batch. */
const CHUNKS_AT_ONCE = 2000;
const MINUTES_A_DAY = 1440;

/** The requesting account's name: that of number 1, which is staff. */
const CHIEF = (
  now: string,
) => `insert into users (username, username_key, first_name, email, password, is_staff, date_joined)
  values ('chief', 'chief', 'Chief', 'chief@example.com', '', true, ${now})`;

export function fillSqlite(file: string, sizes: Sizes): void {
  const database = new SqliteDatabase(file);
  database.pragma('journal_mode = off');
  database.pragma('synchronous = off');
  database.pragma('cache_size = -500000');
  database.exec(CHIEF('0'));
  for (const filling of fillings(sqlite, sizes)) fillWithoutIndexes(database, filling);
  database.exec(hostFilling(sqlite, sizes).sql);
  database.close();
  fillHistory(file, historyDays(sizes));
  const again = new SqliteDatabase(file);
  again.pragma('journal_mode = off');
  again.pragma('synchronous = off');
  again.pragma('cache_size = -500000');
  const copy = again.prepare(COPIED.replace('$1', '?').replace('$2', '?'));
  for (const [from, to] of daysOf(sizes)) copy.run(from, to);
  again.pragma('journal_mode = wal');
  again.close();
}

function fillWithoutIndexes(database: SqliteDatabase.Database, { table, sql }: Filling): void {
  const indexes = database
    .prepare<[string], { name: string; sql: string }>(
      "select name, sql from sqlite_master where type = 'index' and tbl_name = ? and sql is not null",
    )
    .all(table);
  for (const { name } of indexes) database.exec(`drop index ${name}`);
  database.exec(sql);
  for (const index of indexes) database.exec(index.sql);
}

/** Fills a migrated PostgreSQL database and gathers statistics, as autovacuum would within a minute. */
export async function fillPostgresql({ run }: BenchDatabase, sizes: Sizes): Promise<void> {
  await run('set synchronous_commit = off');
  await run("set maintenance_work_mem = '512MB'");
  await run(CHIEF('now()'));
  for (const { table, sql } of fillings(postgresql, sizes)) {
    const indexes = await run(
      `select indexname, indexdef from pg_indexes join pg_class on relname = indexname
        join pg_index on indexrelid = pg_class.oid where tablename = $1 and not indisunique`,
      [table],
    );
    for (const { indexname } of indexes) await run(`drop index ${indexname}`);
    await run(sql);
    for (const { indexdef } of indexes) await run(String(indexdef));
  }
  await run(hostFilling(postgresql, sizes).sql);
  const directory = mkdtempSync(join(tmpdir(), 'vigia-bench-'));
  const file = join(directory, 'history.sqlite');
  const history = new SqliteDatabase(file);
  history.exec('create table host_chunks (host_number, resolution, start_minute, data)');
  fillChunks(file, historyDays(sizes));
  const chunks = history.prepare<[], Chunk>('select * from host_chunks').iterate();
  for (let rows = take(chunks); rows.length > 0; rows = take(chunks)) {
    await run('insert into host_chunks select 1, * from unnest($1::smallint[], $2::int[], $3::bytea[])', [
      rows.map(({ resolution }) => resolution),
      rows.map(({ start_minute }) => start_minute),
      rows.map(({ data }) => data),
    ]);
  }
  history.close();
  rmSync(directory, { recursive: true });
  for (const range of daysOf(sizes)) await run(COPIED, range);
  await run('vacuum analyze');
}

/** Rows in minute order, since that is how hosts send their data. */
const COPIED = `insert into host_chunks (host_number, resolution, start_minute, data)
  select number, resolution, start_minute, data from host_chunks cross join hosts
  where host_number = 1 and has_agent and start_minute >= $1 and start_minute < $2 order by start_minute, resolution, number`;

interface Chunk {
  readonly resolution: number;
  readonly start_minute: number;
  readonly data: Buffer;
}

function take(chunks: Iterator<Chunk>): Chunk[] {
  const rows: Chunk[] = [];
  while (rows.length < CHUNKS_AT_ONCE) {
    const { done, value } = chunks.next();
    if (done) break;
    rows.push(value);
  }
  return rows;
}

/** Returns the default retention of each resolution. */
function historyDays({ days }: Sizes) {
  return { samples: Math.min(days, 30), minutes: Math.min(days, 90), hours: days };
}

/** Returns the days of the history as minutes since 1970. */
function daysOf({ days }: Sizes): [from: number, to: number][] {
  const today = Math.floor(Date.now() / 86_400_000);
  return Array.from({ length: days + 2 }, (_, index) => {
    const from = (today - days - 1 + index) * MINUTES_A_DAY;
    return [from, from + MINUTES_A_DAY];
  });
}
