import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { SecretBox } from '../../src/alerts/channels/secret-box.ts';
import { countTransitions, fillFlappingRules } from './alert-transitions.ts';
import { SECRET_KEY } from './bench-tokens.ts';
import { printTable } from './figures.ts';
import { freePort } from './processes.ts';

const ROUNDS = 100;
/** The process is killed after a random time up to this, from when it is ready. */
const LIFE_MS = 4000;
/** About how long a round takes with its start, so that rules fire until the end. */
const ROUND_SECONDS = 5;
/** Within which the rest is delivered: what is told together waits for half a minute. */
const DELIVERY_MS = 120_000;

/**
 * Kills the service with SIGKILL at a random time while rules fire and are released, starts it again on the same data, and
 * counts transitions that were told twice or not at all (promise 46). `ROUNDS` in the environment sets how often.
 */
export async function crashAlerts(): Promise<void> {
  const rounds = Number(process.env.ROUNDS ?? ROUNDS);
  const dataDir = mkdtempSync(join(tmpdir(), 'vigia-bench-'));
  const file = join(dataDir, 'vigia.sqlite');
  const receiver = await startReceiver();
  try {
    const environment = {
      DATA_DIR: dataDir,
      SECRET_KEY,
      METRICS_INTERVAL_MS: '250',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    };
    await killed(await start(environment));
    const secrets = { url: receiver.url, secret: Buffer.alloc(32, 1).toString('base64') };
    fillFlappingRules(file, rounds * ROUND_SECONDS, new SecretBox(SECRET_KEY).seal(JSON.stringify(secrets)));
    for (let round = 0; round < rounds; round += 1) {
      const service = await start(environment);
      await pause(Math.random() * LIFE_MS);
      await killed(service);
    }
    const last = await start(environment);
    await settle(file);
    await killed(last);
    report(rounds, file, receiver.received);
  } finally {
    receiver.stop();
    rmSync(dataDir, { recursive: true });
  }
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
async function settle(file: string): Promise<void> {
  const until = Date.now() + DELIVERY_MS;
  while (Date.now() < until) {
    await pause(1000);
    const database = new SqliteDatabase(file, { readonly: true });
    const waits = database
      .prepare(
        `select (select count(*) from outbox_messages where state = 'waiting') +
           (select count(*) from outbox_items where batch is null and held_by is null)`,
      )
      .pluck()
      .get();
    database.close();
    if (waits === 0) return;
  }
}

function report(rounds: number, file: string, received: Received): void {
  const counts = countTransitions(file);
  const database = new SqliteDatabase(file, { readonly: true });
  const messages = database.prepare('select message_id as id, state from outbox_messages').all() as {
    id: string;
    state: string;
  }[];
  const held = Number(database.prepare('select count(*) from outbox_items where batch is null').pluck().get());
  database.close();
  const known = new Map(messages.map(({ id, state }) => [id, state]));
  const bodies = [...received.values()];
  const wrong = {
    'transitions that are told nowhere': counts.untold,
    'items that tell of no transition': counts.invented,
    'incidents beside another of the same rule': counts.doubled,
    'states without their incident': counts.torn,
    'messages sent that did not arrive': messages.filter(({ id, state }) => state === 'sent' && !received.has(id))
      .length,
    'messages that nobody has queued': [...received.keys()].filter((id) => !known.has(id)).length,
    'items told by two messages': toldTwice(bodies),
  };
  printTable([
    [`${rounds} kills`, 'number'],
    ['incidents', String(counts.fired)],
    ['releases', String(counts.released)],
    ['items for the channel', String(counts.items)],
    ['… held back by its bound of messages an hour', String(held)],
    ['messages', String(counts.messages)],
    ['… that arrived more than once, with the same id', String(bodies.filter(({ length }) => length > 1).length)],
    ...Object.entries(wrong).map(([name, count]) => [name, String(count)]),
  ]);
  if (Object.values(wrong).some((count) => count > 0)) process.exitCode = 1;
}

/** A message lists the newest item of each incident. */
function toldTwice(bodies: readonly (readonly string[])[]): number {
  const ids = bodies.flatMap(([body = '']) => {
    const { data } = JSON.parse(body) as { data: { items: { id: string }[] } };
    return data.items.map(({ id }) => id);
  });
  return ids.length - new Set(ids).size;
}
