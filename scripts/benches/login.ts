import { pbkdf2 } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import SqliteDatabase from 'better-sqlite3';
import { askOnce, Connection, requestBytes, tokenRequest } from './clients/http-client.ts';
import { areaUnderCurve, median, printTable, quantile } from './measuring/figures.ts';
import { PASSWORD, type Peer, startService } from './measuring/processes.ts';

const derive = promisify(pbkdf2);

const PAIRS = 400;
const ROUNDS = 5;
const ROUND_MS = 4000;
const CORES = availableParallelism();
const FLOOD = 200;
const READERS = 40;
const PEACE_MS = 5000;

/** Local IP addresses for logins: each has its own lockout and its own turn. */
const address = (count: number) => `127.0.${1 + (count >> 8)}.${count & 255}`;
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

/**
 * Benchmarks login: what response times give away, how much capacity hashing leaves for other requests, and how a flood
 * affects others (promises 7, 8).
 */
export async function login(): Promise<void> {
  const service = await startService(
    [
      ...names('known', PAIRS).map((username) => ({ username })),
      ...names('inactive', PAIRS).map((username) => ({ username, isActive: false })),
      ...names('guarded', PAIRS).map((username) => ({ username })),
      ...names('reader', READERS).map((username) => ({ username })),
    ],
    {},
    setUpFactors,
  );
  try {
    await times(service);
    await throughput(service);
    await flood(service);
  } finally {
    await service.stop();
  }
}

/** Gives every account whose name begins with `guarded` an authenticator app. */
function setUpFactors(file: string): void {
  const database = new SqliteDatabase(file);
  database.exec(
    `insert into totp_devices (user_id, secret) select id, 'sealed' from users where username like 'guarded%'`,
  );
  database.close();
}

async function times({ port }: Peer): Promise<void> {
  const connection = await Connection.open({ port });
  const measure = async (prefix: string, index: number, password = 'wrong') => {
    const { ms, status } = await connection.ask(requestBytes(tokenRequest(port, `${prefix}${index}`, password)));
    if (status !== 401) throw new Error(`A wrong login answered ${status}`);
    return ms;
  };
  const figures: Record<string, number[]> = { known: [], unknown: [], inactive: [], guarded: [] };
  for (let index = -20; index < PAIRS; index += 1) {
    const order = shuffled(Object.keys(figures));
    for (const prefix of order) {
      const password = prefix === 'inactive' ? PASSWORD : 'wrong';
      const ms = await measure(prefix, Math.abs(index), password);
      // The first rounds are for warming up; no name is tried often enough to be locked.
      if (index >= 0) figures[prefix]?.push(ms);
    }
  }
  connection.close();
  const { known = [], unknown = [], inactive = [], guarded = [] } = figures;
  printTable([
    [`answer times of ${PAIRS} wrong logins each`, 'area under the curve', 'medians, ms'],
    ['known against unknown name', areaUnderCurve(known, unknown).toFixed(3), medians(known, unknown)],
    ['inactive against unknown name', areaUnderCurve(inactive, unknown).toFixed(3), medians(inactive, unknown)],
    ['with a second factor against without', areaUnderCurve(guarded, known).toFixed(3), medians(guarded, known)],
  ]);
}

/** Shuffles uniformly; sorting with a random comparator would be biased. */
function shuffled<T>(items: readonly T[]): T[] {
  const keyed = items.map((item) => ({ item, key: Math.random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

function medians(a: readonly number[], b: readonly number[]): string {
  return `${median(a).toFixed(2)} and ${median(b).toFixed(2)}`;
}

async function throughput({ port }: Peer): Promise<void> {
  const issued: number[] = [];
  const bare: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const ours = await tokensPerSecond(port);
    const theirs = await hashesPerSecond();
    if (round < 0) continue;
    issued.push(ours);
    bare.push(theirs);
  }
  const ratio = median(issued.map((ours, round) => ours / (bare[round] ?? 1)));
  printTable([
    ['', 'tokens/s', 'bare PBKDF2/s', 'ratio'],
    [`token issue, ${CORES} cores`, median(issued).toFixed(1), median(bare).toFixed(1), ratio.toFixed(2)],
  ]);
}

async function tokensPerSecond(port: number): Promise<number> {
  const clients = await Promise.all(
    names('known', 4 * CORES).map(async (username, index) => ({
      connection: await Connection.open({ port, from: address(index) }),
      bytes: requestBytes(tokenRequest(port, username, PASSWORD)),
    })),
  );
  const rate = await perSecond(clients.length, async (worker) => {
    const client = clients[worker];
    const status = client && (await client.connection.ask(client.bytes)).status;
    if (status !== 200) throw new Error(`A right login answered ${status}`);
  });
  for (const { connection } of clients) connection.close();
  return rate;
}

function hashesPerSecond(): Promise<number> {
  return perSecond(CORES, async () => void (await derive(PASSWORD, 'salt', 260_000, 32, 'sha256')));
}

async function perSecond(workers: number, job: (worker: number) => Promise<void>): Promise<number> {
  const begin = performance.now();
  const counts = await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      let count = 0;
      for (; performance.now() - begin < ROUND_MS; count += 1) await job(worker);
      return count;
    }),
  );
  return (counts.reduce((sum, count) => sum + count, 0) / (performance.now() - begin)) * 1000;
}

/**
 * Measures conversion, metrics and an honest login, first undisturbed and then while one IP address sends many wrong
 * logins concurrently.
 */
async function flood({ port }: Peer): Promise<void> {
  const readers = await Promise.all(
    names('reader', READERS).map(async (username, index) => {
      const { body } = await askOnce(tokenRequest(port, username, PASSWORD, address(300 + index)));
      return { authorization: `Bearer ${JSON.parse(body).access}` };
    }),
  );
  const inPeace = await observe(port, readers, () => pause(PEACE_MS));
  const statuses: number[] = [];
  const underFlood = await observe(port, readers, async () => {
    const replies = names('nobody', FLOOD).map((name) => askOnce(tokenRequest(port, name, 'wrong', address(200))));
    statuses.push(...(await Promise.all(replies)).map(({ status }) => status));
  });
  const [before, during] = [summary(inPeace), summary(underFlood)];
  printTable([
    ['ms', 'conversion p99', 'metrics p99', 'longest', 'honest login, median', 'longest'],
    ['in peace', ...before.map((figure) => figure.toFixed(1))],
    [`during ${FLOOD} logins at once`, ...during.map((figure) => figure.toFixed(1))],
    ['ratio', ...during.map((figure, column) => (figure / (before[column] ?? 1)).toFixed(1))],
  ]);
  const counted = [...new Set(statuses)].sort().map((status) => `${count(statuses, status)} × ${status}`);
  console.log(`The flood was answered ${counted.join(', ')}.`);
}

function summary({ conversion, metrics, honest }: Observation): number[] {
  // With so few metrics samples, the longest one decides: it is the one that met the logins as they arrived.
  return [
    quantile(conversion, 0.99),
    quantile(metrics, 0.99),
    Math.max(...metrics),
    median(honest),
    Math.max(...honest),
  ];
}

function count(statuses: readonly number[], wanted: number): number {
  return statuses.filter((status) => status === wanted).length;
}

interface Observation {
  readonly conversion: number[];
  readonly metrics: number[];
  readonly honest: number[];
}

async function observe(
  port: number,
  readers: readonly Record<string, string>[],
  disturbance: () => Promise<void>,
): Promise<Observation> {
  const seen: Observation = { conversion: [], metrics: [], honest: [] };
  let over = false;
  const disturbed = disturbance();
  const watch = async (figures: number[], ask: (index: number) => Promise<{ ms: number; status: number }>) => {
    for (let index = 0; !over; index += 1) {
      const { ms, status } = await ask(index);
      if (status !== 200) throw new Error(`An honest call answered ${status}`);
      figures.push(ms);
      await pause(10);
    }
  };
  const watching = Promise.all([
    watch(seen.conversion, (index) =>
      askOnce({
        port,
        path: '/sistema/conversor/api/v1/converter?type=dec2hex&value=255',
        headers: readers[index % readers.length] ?? {},
      }),
    ),
    watch(seen.metrics, async (index) => {
      // Each reader may send twenty requests a minute; together, the readers have enough for both observations.
      await pause(20);
      const headers = readers[index % readers.length] ?? {};
      return askOnce({ port, path: '/sistema/monitoramento/api/v1/metrics', headers });
    }),
    watch(seen.honest, (index) => askOnce(tokenRequest(port, 'known399', PASSWORD, address(600 + index)))),
  ]);
  await disturbed;
  over = true;
  await watching;
  return seen;
}
