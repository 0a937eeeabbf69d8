import { setTimeout as pause } from 'node:timers/promises';
import type { Question } from './clients/http-client.ts';
import { SubscriberSocket } from './clients/subscriber-socket.ts';
import { SECRET_KEY, tokenOf } from './measuring/bench-tokens.ts';
import { printTable, quantile } from './measuring/figures.ts';
import { type BenchDatabase, createDatabase, fillDatabase, postgresqlProcessorMs } from './measuring/postgresql.ts';
import { type Peer, processorMs, startNode, startService } from './measuring/processes.ts';
import { compareRates } from './measuring/rates.ts';

const NODES_MAX = 3;
const REVOCATIONS = 200;
const SETTLING_MS = 5000;
const OBSERVED_MS = 30_000;

const CALLS: Readonly<Record<string, Omit<Question, 'port'>>> = {
  'REST conversion': { path: '/sistema/conversor/api/v1/converter?type=dec2bin&value=5' },
  'GraphQL me': { method: 'POST', path: '/graphql', body: JSON.stringify({ query: '{ me { username } }' }) },
};

/**
 * One to three processes on one PostgreSQL: calls a second beside one process on SQLite, the time until a revocation has
 * closed the sockets at every node, and what the nodes cost PostgreSQL while nobody calls (contract 13).
 */
export async function nodes(): Promise<void> {
  const database = await createDatabase();
  const onSqlite = await startService([{ username: 'user1' }], { SECRET_KEY });
  const running: Peer[] = [];
  const rates = [['nodes', 'call', 'calls/s', 'calls/s of SQLite', 'ratio']];
  const delays = [['nodes', 'from the commit to the closed socket, ms: p50', 'p99', 'longest']];
  const idle = [['nodes', 'ms of CPU a minute: a node', 'PostgreSQL', 'transactions a second']];
  try {
    while (running.length < NODES_MAX) {
      running.push(await startNode({ DATABASE_URL: database.url, SECRET_KEY }));
      if (running.length === 1) await fillDatabase(database, 1 + REVOCATIONS * NODES_MAX);
      const count = String(running.length);
      for (const [name, call] of Object.entries(CALLS)) rates.push([count, name, ...(await compare(call))]);
      delays.push([count, ...(await revoke(database, running))]);
      idle.push([count, ...(await observe(database, running))]);
    }
  } finally {
    await Promise.all([onSqlite, ...running].map((peer) => peer.stop()));
    await database.drop();
  }
  for (const table of [rates, delays, idle]) printTable([...table, []]);

  function compare(call: Omit<Question, 'port'>): Promise<string[]> {
    const headers = { authorization: `Bearer ${tokenOf(1)}`, 'content-type': 'application/json' };
    const ask = ({ port }: Peer) => ({ ...call, port, headers });
    return compareRates(running.map(ask), ask(onSqlite));
  }
}

/** Ends the tokens of one user after another, each of whom has a socket at every node. */
async function revoke({ run }: BenchDatabase, peers: readonly Peer[]): Promise<string[]> {
  const delays: number[] = [];
  const firstId = 2 + REVOCATIONS * (peers.length - 1);
  for (let userId = firstId; userId < firstId + REVOCATIONS; userId += 1) {
    const authorization = `Bearer ${tokenOf(userId)}`;
    const sockets = await Promise.all(
      peers.map(({ port }) => SubscriberSocket.open({ port, authorization, from: '127.0.0.1', onSample: () => {} })),
    );
    await run('update users set token_version = token_version + 1 where id = $1', [userId]);
    const begin = performance.now();
    for (const { ended } of sockets) delays.push((await ended) - begin);
  }
  return [quantile(delays, 0.5), quantile(delays, 0.99), Math.max(...delays)].map((ms) => ms.toFixed(1));
}

/** What runs while nobody calls. */
async function observe({ run }: BenchDatabase, peers: readonly Peer[]): Promise<string[]> {
  const read = async () => ({
    nodesMs: peers.reduce((sum, { pid }) => sum + processorMs(pid), 0),
    postgresqlMs: postgresqlProcessorMs(),
    transactions: Number(
      (await run('select xact_commit from pg_stat_database where datname = current_database()'))[0]?.xact_commit,
    ),
  });
  await pause(SETTLING_MS);
  const before = await read();
  await pause(OBSERVED_MS);
  const after = await read();
  const aMinute = 60_000 / OBSERVED_MS;
  return [
    (((after.nodesMs - before.nodesMs) / peers.length) * aMinute).toFixed(0),
    ((after.postgresqlMs - before.postgresqlMs) * aMinute).toFixed(0),
    (((after.transactions - before.transactions) * 1000) / OBSERVED_MS).toFixed(1),
  ];
}
