import { setTimeout as pause } from 'node:timers/promises';
import { Connection, requestBytes } from './clients/http-client.ts';
import { fillPostgresql, fillSqlite } from './data/fill-large.ts';
import { OPERATIONS, type Operation } from './data/large-operations.ts';
import type { Sizes } from './data/large-tables.ts';
import { SECRET_KEY, tokenOf } from './measuring/bench-tokens.ts';
import { median, printTable } from './measuring/figures.ts';
import {
  type BenchDatabase,
  connectionsProcessorMs,
  countProcessorMs,
  createDatabase,
} from './measuring/postgresql.ts';
import {
  migrate,
  type Peer,
  preciseProcessorMs,
  processorMs,
  residentKib,
  startNode,
  startService,
} from './measuring/processes.ts';

const PRESENT: Sizes = { auditEvents: 100_000, users: 1000, hosts: 3, days: 30 };
const LARGE: Sizes = { auditEvents: 10_000_000, users: 100_000, hosts: 100, days: 730 };

const ROUNDS = 5;

/** Time during which the cost of pruning is observed: a few thousand rows are due, in slices with pauses. */
const PRUNING_MS = 20_000;

/** Uses a long sampling interval so that hardly any sample falls into a measurement. */
const ENVIRONMENT = {
  SECRET_KEY,
  METRICS_INTERVAL_MS: '60000',
  NODE_OPTIONS: `--import ${new URL('./measuring/hourly-on-signal.mjs', import.meta.url).href}`,
};

interface Filled {
  readonly peer: Peer;
  readonly sizes: Sizes;
  /** The PostgreSQL database; undefined for SQLite, which runs in the service's process. */
  readonly database: Pick<BenchDatabase, 'url'> | undefined;
}

/**
 * Measures the processor time of every list, count and range of a service with ten million audit events, against one of
 * today's size; `DATABASE=postgresql` uses PostgreSQL. The arguments are the sizes of the large one: audit events,
 * users, hosts and days.
 */
export async function large(given: readonly string[]): Promise<void> {
  const [auditEvents, users, hosts, days] = given.map(Number);
  const sizes = {
    auditEvents: auditEvents ?? LARGE.auditEvents,
    users: users ?? LARGE.users,
    hosts: hosts ?? LARGE.hosts,
    days: days ?? LARGE.days,
  };
  const open = process.env.DATABASE === 'postgresql' ? onPostgresql : onSqlite;
  const ends: (() => Promise<void>)[] = [];
  try {
    await measureAll(await open(PRESENT, ends), await open(sizes, ends));
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function onSqlite(sizes: Sizes, ends: (() => Promise<void>)[]): Promise<Filled> {
  const peer = await startService([], ENVIRONMENT, (file) => fillSqlite(file, sizes));
  ends.push(() => peer.stop());
  return { peer, sizes, database: undefined };
}

async function onPostgresql(sizes: Sizes, ends: (() => Promise<void>)[]): Promise<Filled> {
  const database = await createDatabase();
  ends.push(() => database.drop());
  await migrate({ DATABASE_URL: database.url });
  await fillPostgresql(database, sizes);
  const peer = await startNode({ ...ENVIRONMENT, DATABASE_URL: database.url });
  ends.push(() => peer.stop());
  return { peer, sizes, database };
}

async function measureAll(small: Filled, large: Filled): Promise<void> {
  const rows = [['ms of processor time', 'large', 'of the database', 'present', 'of the database', 'ratio']];
  const row = (name: string, ofLarge: Cost, ofSmall: Cost) => {
    const ratio = (ofLarge.node + ofLarge.database) / (ofSmall.node + ofSmall.database);
    rows.push([name, ...texts(ofLarge), ...texts(ofSmall), ratio.toFixed(1)]);
    // Prints progress, because the bench takes minutes.
    console.error(rows.at(-1)?.join(' | '));
  };
  row('start', startOf(large), startOf(small));
  for (const operation of OPERATIONS) {
    const costs: { large: Cost[]; small: Cost[] } = { large: [], small: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      costs.large.push(await computeCost(large, operation, round));
      costs.small.push(await computeCost(small, operation, round));
      if (isAskedOnce(operation)) break;
    }
    row(operation.name, middle(costs.large), middle(costs.small));
  }
  row('pruning', await costOfPruning(large), await costOfPruning(small));
  printTable(rows);
  for (const [name, { peer }] of Object.entries({ large, present: small }))
    console.log(`memory, ${name}: ${(residentKib(peer.pid) / 1024).toFixed(0)} MiB`);
}

/** Processor time in ms. */
interface Cost {
  readonly node: number;
  readonly database: number;
}

/** Whether the result is cached for ten minutes and can therefore be measured only once. */
function isAskedOnce({ name }: Operation): boolean {
  return name.endsWith('asked first');
}

function middle(costs: readonly Cost[]): Cost {
  return { node: median(costs.map(({ node }) => node)), database: median(costs.map(({ database }) => database)) };
}

function texts({ node, database }: Cost): string[] {
  return [(node + database).toFixed(1), database.toFixed(1)];
}

function startOf({ peer }: Filled): Cost {
  return { node: processorMs(peer.pid), database: 0 };
}

async function computeCost(
  { peer, sizes, database }: Filled,
  { name, query }: Operation,
  round: number,
): Promise<Cost> {
  // Opens a new connection each time, because the service closes idle ones while the other service is slow.
  const connection = await Connection.open(peer);
  const bytes = encodeRequest(query(sizes), name.startsWith('history') ? 2 + round : 1);
  const before = { node: preciseProcessorMs(peer.pid), database: database && connectionsProcessorMs(database) };
  const reply = await connection.ask(bytes);
  connection.close();
  const node = preciseProcessorMs(peer.pid) - before.node;
  if (reply.status !== 200 || reply.body.includes('"errors"'))
    console.error(`${name}: ${reply.status} ${reply.body.slice(0, 200)}`);
  if (!database) return { node, database: 0 };
  const after = [...connectionsProcessorMs(database)];
  return { node, database: after.reduce((sum, [pid, ms]) => sum + ms - (before.database?.get(pid) ?? 0), 0) };
}

/** Returns the cost of pruning, minus the service's baseline cost over the same time. */
async function costOfPruning({ peer, database }: Filled): Promise<Cost> {
  const observe = async () => {
    const before = preciseProcessorMs(peer.pid);
    const counted = database && countProcessorMs(database as BenchDatabase);
    await pause(PRUNING_MS);
    return { node: preciseProcessorMs(peer.pid) - before, database: counted?.() ?? 0 };
  };
  const idle = await observe();
  process.kill(peer.pid, 'SIGUSR2');
  const busy = await observe();
  return { node: busy.node - idle.node, database: busy.database - idle.database };
}

function encodeRequest(query: string, userId: number): string {
  return requestBytes({
    port: 0,
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(userId)}` },
    body: JSON.stringify({ query }),
  });
}
