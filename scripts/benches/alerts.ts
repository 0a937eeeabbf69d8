import SqliteDatabase from 'better-sqlite3';
import { Connection, requestBytes } from './clients/http-client.ts';
import { fillHistory } from './data/fill-history.ts';
import { SECRET_KEY, tokenOf } from './measuring/bench-tokens.ts';
import { median, printTable } from './measuring/figures.ts';
import { type Peer, processorMs, startService } from './measuring/processes.ts';

const DAY_MS = 86_400_000;
const ROUNDS = 7;
const SETTLING_MS = 5000;
const OBSERVED_MS = 30_000;
/** Samples are taken as often as they can be, so that their work is not lost among other work. */
const INTERVAL_MS = 250;
const RULES = 1000;

const EXPRESSIONS: readonly string[] = [
  'cpu > 90',
  'avg(cpu, 10m) > 80 AND NOT time(02:00-04:00)',
  'max(ram, 24h) > 60 OR rise(disk, 24h) > 5 OR avg(netin, 1h) > 1 MB OR min(load1, 5m) > 2',
];

/** What a rule costs before it is saved, and what a thousand cost while they are evaluated. */
export async function alerts(): Promise<void> {
  printTable(await backtests());
  console.log();
  printTable(await ticks());
}

/** How long 30 days are tried for, beside a query of nearly no work. */
async function backtests(): Promise<string[][]> {
  const days = { samples: 30, minutes: 90, hours: 730 };
  const accounts = Array.from({ length: 4 }, (_, index) => ({ username: `user${index}` }));
  const service = await startService(accounts, { SECRET_KEY }, (file) => {
    fillHistory(file, days);
    write(file, 'update users set is_staff = 1');
  });
  const rows = [['backtest', 'days', 'rows', 'incidents', 'ms', 'CPU ms', 'of { me }']];
  try {
    const connection = await Connection.open(service);
    for (const expression of EXPRESSIONS) {
      for (const length of [1, 30, 90, 730])
        rows.push(await measure(connection, { expression, length, pid: service.pid }));
    }
  } finally {
    await service.stop();
  }
  return rows;
}

async function measure(
  connection: Connection,
  { expression, length, pid }: { readonly expression: string; readonly length: number; readonly pid: number },
): Promise<string[]> {
  const [times, nothing, spent]: [number[], number[], number[]] = [[], [], []];
  let answer = { samples: 0, count: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    // A range that begins before the history does is answered from a coarser resolution.
    const variables = { expression, from: new Date(Date.now() - length * DAY_MS + 60_000).toISOString() };
    const user = 1 + (round % 4);
    const before = processorMs(pid);
    const reply = await connection.ask(bytesOf(user, BACKTEST, variables));
    spent.push(processorMs(pid) - before);
    if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.body.slice(0, 200)}`);
    answer = JSON.parse(reply.body).data.alertBacktest;
    times.push(reply.ms);
    nothing.push((await connection.ask(bytesOf(user, '{ me { username } }', {}))).ms);
  }
  const [ms, none] = [median(times), median(nothing)];
  const figures = [answer.samples, answer.count, ms.toFixed(0), median(spent).toFixed(0), (ms / none).toFixed(0)];
  return [expression, String(length), ...figures.map(String)];
}

const BACKTEST = `query ($expression: String!, $from: String!) {
  alertBacktest(expression: $expression, forSeconds: 300, releaseSeconds: 300, from: $from) { samples count } }`;

/** The processor time of an evaluation of a thousand rules on one host, beside one of none. */
async function ticks(): Promise<string[][]> {
  const environment = { SECRET_KEY, METRICS_INTERVAL_MS: String(INTERVAL_MS) };
  const peers: Record<string, Peer> = {
    'no rule': await startService([], environment, (file) => write(file, 'delete from alert_rules')),
    [`${RULES} rules`]: await startService([], environment, fillRules),
  };
  try {
    await pause(SETTLING_MS);
    const before = Object.values(peers).map(({ pid }) => processorMs(pid));
    await pause(OBSERVED_MS);
    const spent = Object.values(peers).map(({ pid }, index) => processorMs(pid) - (before[index] ?? 0));
    const perTick = (ms: number) => ms / (OBSERVED_MS / INTERVAL_MS);
    const [none = 0] = spent;
    return [
      ['evaluation', 'CPU, ms a sample', 'more than without'],
      ...Object.keys(peers).map((name, index) => {
        const ms = spent[index] ?? 0;
        return [name, perTick(ms).toFixed(2), perTick(ms - none).toFixed(2)];
      }),
    ];
  } finally {
    await Promise.all(Object.values(peers).map((peer) => peer.stop()));
  }
}

/** Rules of each form, with limits of their own, of which none is reached. */
function fillRules(file: string): void {
  const database = new SqliteDatabase(file);
  database.exec('delete from alert_rules');
  const insert = database.prepare(`insert into alert_rules
    (name, expression, for_seconds, release_seconds, severity, hosts, channels, repeat_seconds, is_active, time_zone,
     created_at, changed_at) values (?, ?, 300, 300, 'BAD', '[]', '[]', 0, 1, 'UTC', 0, 0)`);
  database.transaction(() => {
    for (let index = 0; index < RULES; index += 1)
      insert.run(`R${index}`, `${FORMS[index % FORMS.length]} ${100 + index}`);
  })();
  database.close();
}

const FORMS = [
  'NOT time(02:00-04:00) AND ram > 90 AND avg(cpu, 10m) >',
  'swap > 99 OR disk("/") > 200 AND load5 > 3 OR cpu >',
  'max(cpu, 1h) > 200 OR avg(ram, 24h) > 200 OR min(load1, 5m) > 80 OR rise(disk, 24h) >',
  'netin > 90 GB OR netout > 90 GB OR diskread > 90 GB OR diskwrite > 90 GB OR away > 900 OR swap >',
];

function write(file: string, sql: string): void {
  const database = new SqliteDatabase(file);
  database.exec(sql);
  database.close();
}

function bytesOf(user: number, query: string, variables: object): string {
  return requestBytes({
    port: 0,
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(user)}` },
    body: JSON.stringify({ query, variables }),
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
