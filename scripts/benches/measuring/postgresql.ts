import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { encodedPassword } from './processes.ts';

/** The PostgreSQL server used by the benches; its user needs permission to create databases. */
const SERVER = process.env.BENCH_POSTGRESQL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** Linux's unit of processor time. */
const MS_PER_TICK = 10;

export interface BenchDatabase {
  readonly url: string;
  run(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** Creates an empty database. @throws if PostgreSQL is unreachable. */
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

/** Adds accounts `user1`, `user2` …, with ids from 1; the tables must exist. */
export async function fillDatabase({ run }: BenchDatabase, accounts: number): Promise<void> {
  await run(
    `insert into users (username, username_key, first_name, email, password, date_joined)
    select 'user' || n, 'user' || n, 'Bench', 'bench@example.com', $1, now() from generate_series(1, $2::int) as n`,
    [encodedPassword(), accounts],
  );
}

/**
 * Measures the processor time of the PostgreSQL processes that serve one database, excluding shared writers so that it
 * works on a server with other users. Samples twice a second, because connections come and go; Linux only.
 *
 * @returns a function that stops the measurement and returns the time in ms.
 */
export function countProcessorMs({ url }: BenchDatabase): () => number {
  const name = new URL(url).pathname.slice(1);
  const first = new Map(processesOf(name).map(({ pid, ticks }) => [pid, ticks]));
  const last = new Map<string, number>();
  const look = () => {
    for (const { pid, ticks } of processesOf(name)) last.set(pid, ticks - (first.get(pid) ?? 0));
  };
  const timer = setInterval(look, 500);
  return () => {
    clearInterval(timer);
    look();
    return [...last.values()].reduce((sum, ticks) => sum + ticks * MS_PER_TICK, 0);
  };
}

/**
 * Returns the processor time of the processes currently serving a database, in ms with microsecond precision, by
 * process id; Linux only.
 */
export function connectionsProcessorMs({ url }: Pick<BenchDatabase, 'url'>): ReadonlyMap<string, number> {
  const pids = processesOf(new URL(url).pathname.slice(1)).map(({ pid }) => pid);
  return new Map(pids.map((pid) => [pid, Number(readFile(`/proc/${pid}/schedstat`).split(' ')[0]) / 1e6]));
}

function processesOf(database: string) {
  return processes().filter(({ pid }) => readFile(`/proc/${pid}/cmdline`).includes(` ${database} `));
}

function processes() {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      const [head = '', fields = ''] = readFile(`/proc/${pid}/stat`).split(') ');
      if (!head.endsWith('(postgres')) return [];
      const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
      return [{ pid, ticks: user + system }];
    });
}

/** Returns an empty string if the process has ended in the meantime. */
function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

async function runOnce(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
