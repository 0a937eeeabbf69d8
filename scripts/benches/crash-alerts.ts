import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { SecretBox } from '../../src/shared/secret-box.ts';
import { freePort } from '../../test/support/processes/free-port.ts';
import { countTransitions, fillFlappingRules, sqliteTables, type TransitionTables } from './data/alert-transitions.ts';
import { SECRET_KEY } from './measuring/bench-tokens.ts';
import { printTable } from './measuring/figures.ts';
import { createDatabase } from './measuring/postgresql.ts';

const ROUNDS = 100;
/** The process is killed after a random time up to this, from when it is ready. After 5 s it looks for what is to be sent. */
const LIFE_MS = 8000;
/** About how long a round takes with its start, so that rules fire until the end. */
const ROUND_SECONDS = 8;
/** The receiver takes up to this long to answer, so that the process is also killed between an answer and its record. */
const ANSWER_MS = 500;
/** Within which the rest is delivered: what is told together waits for 30 s, what a killed process had claimed for 90 s. */
const DELIVERY_MS = 300_000;

/**
 * Kills the service with SIGKILL at a random time while rules fire and are released, starts it again on the same data, and
 * counts transitions that were told twice or not at all (promise 46). In the environment, `ROUNDS` sets how often, and
 * `DATABASE=postgresql` has it on PostgreSQL instead of SQLite.
 */
export async function crashAlerts(): Promise<void> {
  const rounds = Number(process.env.ROUNDS ?? ROUNDS);
  const dataDir = mkdtempSync(join(tmpdir(), 'vigia-bench-'));
  const place = process.env.DATABASE === 'postgresql' ? await onPostgresql() : onSqlite(dataDir);
  const receiver = await startReceiver();
  try {
    const environment = {
      ...place.environment,
      DATA_DIR: dataDir,
      SECRET_KEY,
      METRICS_INTERVAL_MS: '250',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    };
    await killed(await start(environment));
    const secrets = { url: receiver.url, secret: Buffer.alloc(32, 1).toString('base64') };
    const sealed = new SecretBox(SECRET_KEY, 'secrets of channels').seal(JSON.stringify(secrets));
    await fillFlappingRules(place.tables, rounds * ROUND_SECONDS, sealed);
    for (let round = 0; round < rounds; round += 1) {
      const service = await start(environment);
      await pause(Math.random() * LIFE_MS);
      await killed(service);
    }
    const last = await start(environment);
    await settle(place.tables);
    await killed(last);
    await report(rounds, place.tables, receiver.received);
  } finally {
    receiver.stop();
    await place.drop();
    rmSync(dataDir, { recursive: true });
  }
}

/** Where the service keeps its tables. */
interface Place {
  readonly tables: TransitionTables;
  readonly environment: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

function onSqlite(dataDir: string): Place {
  return { tables: sqliteTables(join(dataDir, 'vigia.sqlite')), environment: {}, drop: async () => {} };
}

async function onPostgresql(): Promise<Place> {
  const { url, run, drop } = await createDatabase();
  const numbered = (sql: string) => sql.split('?').reduce((text, part, index) => `${text}$${index}${part}`);
  const tables = { run: (sql: string, values: readonly unknown[] = []) => run(numbered(sql), values) };
  return { tables, environment: { DATABASE_URL: url }, drop };
}

/** What a receiver got: the ids of the messages, each with its body, as often as it came. */
type Received = Map<string, string[]>;

async function startReceiver() {
  const received: Received = new Map();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const id = String(request.headers['webhook-id']);
    received.set(id, [...(received.get(id) ?? []), body]);
    await pause(Math.random() * ANSWER_MS);
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

/** The one that is to end with the bench, however that ends. */
let running: ChildProcess | undefined;
process.once('exit', () => running?.kill('SIGKILL'));

type Service = Awaited<ReturnType<typeof start>>;

async function start(environment: Readonly<Record<string, string>>) {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(await freePort()), ...environment };
  const child = spawn(process.execPath, ['dist/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  running = child;
  const ended = once(child, 'close');
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes('is ready')) continue;
    child.stdout.resume();
    return { child, ended };
  }
  throw new Error('The service did not start on what the kill had left');
}

async function killed({ child, ended }: Service): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

/** Waits until nothing is left to be sent but what the bound on messages an hour holds back. */
async function settle({ run }: TransitionTables): Promise<void> {
  const until = Date.now() + DELIVERY_MS;
  while (Date.now() < until) {
    await pause(1000);
    const [counts] = await run(
      `select (select count(*) from outbox_messages where state = 'waiting') as messages,
         (select count(*) from outbox_items where batch is null and held_by is null) as items`,
    );
    if (Number(counts?.messages) + Number(counts?.items) === 0) return;
  }
}

async function report(rounds: number, tables: TransitionTables, received: Received): Promise<void> {
  const counts = await countTransitions(tables);
  const told = await toldOf(tables);
  const known = new Map(told.map((message) => [message.id, message]));
  const bodies = [...received.values()];
  const states = (state: string) => told.filter((message) => message.state === state);
  const loose = await tables.run('select held_by from outbox_items where batch is null');
  const arrived = states('sent').filter(({ id }) => received.has(id));
  const wrong = {
    'transitions that are told nowhere': counts.untold,
    'items that tell of no transition, or of one twice': counts.invented,
    'incidents beside another of the same rule': counts.doubled,
    'states without their incident': counts.torn,
    'messages sent that did not arrive': states('sent').length - arrived.length,
    'messages neither sent nor failed': states('waiting').length + states('cancelled').length,
    'items in no message, and not held back': loose.filter((item) => item.held_by === null).length,
    'incidents that a message has and its text has not': sum(
      arrived.map(({ id, incidents }) => Math.abs(incidents - toldIn(received.get(id)))),
    ),
    'messages that nobody has queued': [...received.keys()].filter((id) => !known.has(id)).length,
    'items told by two messages': toldTwice(bodies),
  };
  printTable([
    [`${rounds} kills`, 'number'],
    ['incidents', String(counts.fired)],
    ['releases', String(counts.released)],
    ['items for the channels', String(counts.items)],
    ['… held back by the bound of messages an hour', String(loose.length)],
    ['messages', String(counts.messages)],
    ['… sent', String(states('sent').length)],
    ['… reported as failed', String(states('failed').length)],
    ['… that arrived more than once, with the same id', String(bodies.filter(({ length }) => length > 1).length)],
    ...Object.entries(wrong).map(([name, count]) => [name, String(count)]),
  ]);
  if (Object.values(wrong).some((count) => count > 0)) process.exitCode = 1;
}

/** The messages, each with the number of incidents that it is to tell of. */
async function toldOf({ run }: TransitionTables) {
  const rows = await run(
    `select m.message_id as id, m.state as state, count(distinct i.incident_id) as incidents
       from outbox_messages m left join outbox_items i on i.batch = m.batch group by m.message_id, m.state`,
  );
  return rows.map(({ id, state, incidents }) => ({
    id: String(id),
    state: String(state),
    incidents: Number(incidents),
  }));
}

interface Body {
  readonly data: { readonly items: readonly { readonly id: string }[]; readonly more: number };
}

/** How many incidents the first of equal messages lists, or counts without listing them. */
function toldIn([body = '{"data":{"items":[],"more":0}}']: readonly string[] = []): number {
  const { data } = JSON.parse(body) as Body;
  return data.items.length + data.more;
}

/** A message lists the newest item of each incident. */
function toldTwice(bodies: readonly (readonly string[])[]): number {
  const ids = bodies.flatMap(([body = '']) => (JSON.parse(body) as Body).data.items.map(({ id }) => id));
  return ids.length - new Set(ids).size;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
