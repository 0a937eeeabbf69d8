import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { encodedPassword } from './processes.ts';

/** The server of the benches; its user may make databases. */
const SERVER = process.env.BENCH_POSTGRESQL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** What Linux counts processor time in. */
const MS_PER_TICK = 10;

/** A database of a bench. */
export interface BenchDatabase {
  readonly url: string;
  run(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** Makes an empty database. @throws when PostgreSQL cannot be reached. */
export async function createDatabase(): Promise<BenchDatabase> {
  const name = `vigia_bench_${randomUUID().replaceAll('-', '')}`;
  await runOnce(SERVER, `create database ${name}`);
  const url = new URL(SERVER);
  url.pathname = name;
  const client = new pg.Client({ connectionString: url.href });
  client.on('error', () => {});
  await client.connect();
  return {
    url: url.href,
    run: async (sql, values = []) => (await client.query(sql, [...values])).rows,
    drop: async () => {
      await client.end();
      await runOnce(SERVER, `drop database ${name} with (force)`);
    },
  };
}

/** Adds accounts `user1`, `user2` …, whose ids count from 1, once the tables are there. */
export async function fillDatabase({ run }: BenchDatabase, accounts: number): Promise<void> {
  await run(
    `insert into users (username, username_key, first_name, email, password, date_joined)
    select 'user' || n, 'user' || n, 'Bench', 'bench@example.com', $1, now() from generate_series(1, $2::int) as n`,
    [encodedPassword(), accounts],
  );
}

/**
 * Processor time of all processes of PostgreSQL on this machine since its start, in ms, those that have ended included;
 * Linux only.
 */
export function postgresqlProcessorMs(): number {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .reduce((sum, pid) => sum + ticksOf(pid) * MS_PER_TICK, 0);
}

function ticksOf(pid: string): number {
  try {
    const [head = '', fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    if (!head.endsWith('(postgres')) return 0;
    // Of its own, and of its children that have ended.
    const ticks = fields.split(' ').slice(11, 15).map(Number);
    return ticks.reduce((sum, count) => sum + count, 0);
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}

async function runOnce(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
