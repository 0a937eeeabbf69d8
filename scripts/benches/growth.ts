import SqliteDatabase from 'better-sqlite3';
import { askOnce, Connection, type Question, requestBytes, tokenRequest } from './clients/http-client.ts';
import { PageVisitor } from './clients/page-visitor.ts';
import { printTable } from './measuring/figures.ts';
import { PASSWORD, type Peer, startService } from './measuring/processes.ts';

/** Duration of each attack in seconds; override with `SECONDS` in the environment. */
const SECONDS = Number(process.env.SECONDS ?? 10);
const CONNECTIONS = 16;

/** A name of 150 characters, which normalises to 2,700 characters or 4,950 bytes, for comparison. */
const LONGEST = '\ufdfa'.repeat(142);

/** Sends one request after another until the time is up. @returns the number of responses. */
type Attack = (service: Peer, untilMs: number, worker: number) => Promise<number>;

/** Attacks by one stranger with one IP address, or by one account, as fast as limits allow. */
const ATTACKS: Readonly<Record<string, Attack>> = {
  'an account refreshes its token': async (service, untilMs) => {
    const { body } = await askOnce(tokenRequest(service.port, 'ana', PASSWORD));
    return repeat(service, untilMs, () => refreshRequest(service.port, JSON.parse(body).refresh));
  },
  'an account logs in for tokens': (service, untilMs) =>
    repeat(service, untilMs, () => tokenRequest(service.port, 'ana', PASSWORD)),
  'an account logs in by the form': async ({ port }, untilMs) => {
    let count = 0;
    for (; Date.now() < untilMs; count += 1) await new PageVisitor(port).logIn('ana', PASSWORD);
    return count;
  },
  'a stranger registers, with the longest texts': (service, untilMs, worker) =>
    repeat(service, untilMs, (turn) => registerRequest(service.port, `${worker}x${turn}`)),
  'a stranger guesses, with the longest names': (service, untilMs, worker) =>
    repeat(service, untilMs, (turn) => tokenRequest(service.port, `${LONGEST}${worker}x${turn}`, 'wrong')),
  'a stranger asks for a locked name': async (service, untilMs) => {
    for (let guess = 0; guess < 5; guess += 1) await askOnce(tokenRequest(service.port, 'locked', 'wrong'));
    return repeat(service, untilMs, () => tokenRequest(service.port, 'locked', 'wrong'));
  },
  'a stranger sends garbage for a refresh token': (service, untilMs) =>
    repeat(service, untilMs, () => refreshRequest(service.port, 'garbage')),
};

/** Measures how fast one stranger or one account can grow the database and the log (promise 43). */
export async function growth(): Promise<void> {
  const rows = [['a second', 'answers', 'rows', 'bytes of the database', 'bytes of the log', 'rows at the end']];
  for (const [name, attack] of Object.entries(ATTACKS)) rows.push([name, ...(await measure(attack))]);
  printTable(rows);
  console.log(`\neach for ${SECONDS} s over ${CONNECTIONS} connections from one address`);
}

async function measure(attack: Attack): Promise<string[]> {
  let file = '';
  const service = await startService([{ username: 'ana' }], {}, (database) => {
    file = database;
  });
  try {
    const before = sizeOf(file);
    const loggedBefore = service.loggedBytes();
    const begin = Date.now();
    const counts = await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, worker) => attack(service, begin + SECONDS * 1000, worker)),
    );
    const seconds = (Date.now() - begin) / 1000;
    const logged = service.loggedBytes() - loggedBefore;
    const after = sizeOf(file);
    const answers = counts.reduce((sum, count) => sum + count, 0);
    const figures = [answers, after.rows - before.rows, after.bytes - before.bytes, logged];
    const tables = Object.entries(after.tables).filter(([, count]) => count > 0);
    return [
      ...figures.map((figure) => (figure / seconds).toFixed(0)),
      tables.map(([table, count]) => `${table} ${count}`).join(', '),
    ];
  } finally {
    await service.stop();
  }
}

const TABLES = ['users', 'sessions', 'login_places', 'authentication_events', 'outbox_messages'];

function sizeOf(file: string) {
  const database = new SqliteDatabase(file, { readonly: true });
  const tables = Object.fromEntries(
    TABLES.map((table) => [table, database.prepare<[], number>(`select count(*) from ${table}`).pluck().get() ?? 0]),
  );
  const bytes = Number(database.pragma('page_count', { simple: true })) * 4096;
  database.close();
  return { tables, bytes, rows: Object.values(tables).reduce((sum, count) => sum + count, 0) };
}

async function repeat({ port }: Peer, untilMs: number, question: (turn: number) => Question): Promise<number> {
  const connection = await Connection.open({ port });
  let count = 0;
  for (; Date.now() < untilMs; count += 1) await connection.ask(requestBytes(question(count)));
  connection.close();
  return count;
}

function refreshRequest(port: number, refresh: string): Question {
  const headers = { 'content-type': 'application/json' };
  return { port, method: 'POST', path: '/accounts/api/v1/token/refresh/', headers, body: JSON.stringify({ refresh }) };
}

function registerRequest(port: number, suffix: string): Question {
  const wide = '\u{10428}'.repeat(150 - suffix.length);
  const input = {
    username: wide + suffix,
    firstName: wide + suffix,
    email: `${'a.'.repeat(100)}${suffix}@example.com`,
    password1: PASSWORD,
    password2: PASSWORD,
  };
  const query = 'mutation ($input: RegisterInput!) { register(input: $input) { username } }';
  const headers = { 'content-type': 'application/json' };
  return { port, method: 'POST', path: '/graphql', headers, body: JSON.stringify({ query, variables: { input } }) };
}
