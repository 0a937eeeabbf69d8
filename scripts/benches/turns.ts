import { setTimeout as pause } from 'node:timers/promises';
import { askOnce, Connection, type Question, requestBytes, tokenRequest } from './clients/http-client.ts';
import { SECRET_KEY, tokenOf } from './measuring/bench-tokens.ts';
import { printTable, quantile } from './measuring/figures.ts';
import { createDatabase, fillDatabase } from './measuring/postgresql.ts';
import { PASSWORD, type Peer, startNode } from './measuring/processes.ts';

/** Duration of each attack in seconds; override with `SECONDS` in the environment. */
const SECONDS = Number(process.env.SECONDS ?? 15);
const CONNECTIONS = 120;

/**
 * Number of accounts that log in one after another, each from its own IP address, because logins are limited per
 * address.
 */
const OTHERS = 40;
const PAUSE_MS = 250;

/** Messages that the attacking account sends on each connection after every response. */
const ATTACKS: Readonly<Record<string, (turn: number) => string>> = {
  nothing: () => '',
  'changes its own row': (turn) => `mutation { changePreferences(theme: ${turn % 2 ? 'DARK' : 'LIGHT'}) { theme } }`,
  'changes its name': (turn) =>
    `mutation { changeProfile(input: { firstName: "Bench ${turn % 2}", email: "bench@example.com" }) { username } }`,
  'asks what is counted': () => '{ hosts(first: 50) { totalCount } }',
  'asks what is not': () => '{ sessions { id } }',
};

/**
 * Measures how long others wait for a login while one account uses 120 connections at a node on PostgreSQL (promise
 * 53).
 */
export async function turns(): Promise<void> {
  const database = await createDatabase();
  const rows = [['one account', 'answers a second', 'logins', 'ms of a login: p50', 'p95', 'longest', 'refused']];
  try {
    for (const [name, query] of Object.entries(ATTACKS)) {
      const node = await startNode({ DATABASE_URL: database.url, SECRET_KEY });
      try {
        if (rows.length === 1) await fillDatabase(database, 1 + OTHERS);
        rows.push([name, ...(await measure(node, query))]);
      } finally {
        await node.stop();
      }
    }
  } finally {
    await database.drop();
  }
  printTable(rows);
  console.log(`\neach for ${SECONDS} s over ${CONNECTIONS} connections`);
}

async function measure(node: Peer, query: (turn: number) => string): Promise<string[]> {
  const untilMs = Date.now() + SECONDS * 1000;
  const headers = { authorization: `Bearer ${tokenOf(1)}`, 'content-type': 'application/json' };
  const questionOf = (turn: number): Question => ({
    ...{ port: node.port, method: 'POST', path: '/graphql', headers },
    body: JSON.stringify({ query: query(turn) }),
  });
  const attackers = query(0) === '' ? [] : Array.from({ length: CONNECTIONS }, () => repeat(node, untilMs, questionOf));
  const logins = await logIn(node, untilMs);
  const answers = (await Promise.all(attackers)).reduce((sum, count) => sum + count, 0);
  const times = logins.filter(({ status }) => status === 200).map(({ ms }) => ms);
  return [
    (answers / SECONDS).toFixed(0),
    String(logins.length),
    ...[0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(0)),
    String(logins.length - times.length),
  ];
}

async function logIn(node: Peer, untilMs: number) {
  const replies: { readonly status: number; readonly ms: number }[] = [];
  await pause(PAUSE_MS);
  for (let turn = 0; Date.now() < untilMs; turn += 1) {
    const other = turn % OTHERS;
    replies.push(await askOnce(tokenRequest(node.port, `user${2 + other}`, PASSWORD, `127.0.1.${1 + other}`)));
    await pause(PAUSE_MS);
  }
  return replies;
}

async function repeat(node: Peer, untilMs: number, questionOf: (turn: number) => Question): Promise<number> {
  const connection = await Connection.open(node);
  let count = 0;
  for (; Date.now() < untilMs; count += 1) await connection.ask(requestBytes(questionOf(count)));
  connection.close();
  return count;
}
