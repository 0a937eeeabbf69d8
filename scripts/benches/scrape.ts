import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import type { Order } from './clients/host-clients.ts';
import { Connection, requestBytes } from './clients/http-client.ts';
import { SECRET_KEY, tokenOf } from './measuring/bench-tokens.ts';
import { printTable } from './measuring/figures.ts';
import { type Peer, processorMs, startService } from './measuring/processes.ts';

const AGENTS = [0, 100];
/** So that every agent has sent what it sends first, and samples after it. */
const SETTLING_MS = 10_000;
const OBSERVED_MS = 20_000;
/** Longer than a text is given to others who ask. */
const PAUSE_MS = 1050;
/** The two formats, of which each has a text of its own. */
const ACCEPTED = ['text/plain; version=0.0.4', 'application/openmetrics-text; version=1.0.0'];

const CONVERT = '{ convert(type: DEC2BIN, value: "42") { result } }';
const CONVERT_MS = 3000;

/** Processor time of a scrape of one machine and of a hundred more, as a multiple of a GraphQL query that converts a number (contract 14). */
export async function scrape(): Promise<void> {
  const rows = [['machines', 'scrape, processor ms', 'text, KiB', 'convert, processor ms', 'ratio']];
  for (const agents of AGENTS) rows.push(await measure(agents));
  printTable(rows);
}

async function measure(agents: number): Promise<string[]> {
  const tokens = Array.from({ length: agents }, () => `vigia_host_${randomBytes(32).toString('base64url')}`);
  const service = await startService([{ username: 'ana' }], { SECRET_KEY }, (file) => addHosts(file, tokens));
  const clients = fork('scripts/benches/clients/host-clients.ts');
  try {
    await connect(clients, { do: 'measure', port: service.port, tokens });
    await pause(SETTLING_MS);
    const scraped = await scrapeMs(service, agents + 1);
    const converted = await convertMs(service);
    return [
      String(agents + 1),
      scraped.ms.toFixed(1),
      scraped.kib.toFixed(0),
      converted.toFixed(2),
      (scraped.ms / converted).toFixed(0),
    ];
  } finally {
    clients.kill();
    await service.stop();
  }
}

function addHosts(file: string, tokens: readonly string[]): void {
  const database = new SqliteDatabase(file);
  const insert = database.prepare(
    `insert into hosts (number, id, name, first_seen_at, last_seen_at, samples_days, minutes_days, hours_days,
        interval_ms, has_agent, token_hash)
      values (?, ?, ?, 0, 0, 7, 90, 730, 5000, 1, ?)`,
  );
  const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
  for (const [index, token] of tokens.entries())
    insert.run(index + 2, randomUUID(), `host ${index + 2}`, hashOf(token));
  database.close();
}

async function connect(clients: ChildProcess, order: Order): Promise<void> {
  const answered = once(clients, 'message');
  clients.send(order);
  await answered;
}

/** What scrapes take beyond what the service does anyway, in a time as long as theirs. */
async function scrapeMs(service: Peer, machines: number): Promise<{ ms: number; kib: number }> {
  let connection = await Connection.open(service);
  const ask = async (accept: string) => {
    const headers = { authorization: `Bearer ${tokenOf(1)}`, accept };
    const { status, body } = await connection.ask(requestBytes({ port: service.port, path: '/metrics', headers }));
    const up = body.match(/^vigia_host_up\{.* 1$/gm)?.length;
    if (status !== 200 || up !== machines) throw new Error(`${status}: ${up} of ${machines} machines are up`);
    return body.length;
  };
  // The first one loads the library.
  for (const accept of ACCEPTED) await ask(accept);
  let [count, bytes] = [0, 0];
  const observe = async (work: () => Promise<void>) => {
    const [begin, before] = [performance.now(), processorMs(service.pid)];
    while (performance.now() - begin < OBSERVED_MS) {
      await pause(PAUSE_MS);
      await work();
    }
    return processorMs(service.pid) - before;
  };
  const idleMs = await observe(async () => {});
  connection.close();
  // The service has closed the other one, which was silent.
  connection = await Connection.open(service);
  const busyMs = await observe(async () => {
    for (const accept of ACCEPTED) {
      bytes += await ask(accept);
      count += 1;
    }
  });
  connection.close();
  return { ms: (busyMs - idleMs) / count, kib: bytes / count / 1024 };
}

async function convertMs({ port, pid }: Peer): Promise<number> {
  const connection = await Connection.open({ port });
  const headers = { authorization: `Bearer ${tokenOf(1)}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ query: CONVERT });
  const bytes = requestBytes({ port, method: 'POST', path: '/graphql', headers, body });
  let [count, begin, before] = [-1000, performance.now(), 0];
  for (; count < 0 || performance.now() - begin < CONVERT_MS; count += 1) {
    if (count === 0) [begin, before] = [performance.now(), processorMs(pid)];
    const reply = await connection.ask(bytes);
    if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.body.slice(0, 200)}`);
  }
  connection.close();
  return (processorMs(pid) - before) / count;
}
