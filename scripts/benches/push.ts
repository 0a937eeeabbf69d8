import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Order, Report, Subscriber } from './clients/push-clients.ts';
import { SECRET_KEY, tokenOf } from './measuring/bench-tokens.ts';
import { printTable, quantile } from './measuring/figures.ts';
import { type Peer, preciseProcessorMs, residentKib, startScript, startService } from './measuring/processes.ts';

const SIZES = [1000, 5000];
const INTERVAL_MS = 1000;
const TICKS = 30;
/** Number of ticks for measuring the cost of a tick without subscribers. */
const TICKS_ALONE = 15;
/** Time for garbage from opening the sockets to be collected. */
const SETTLING_MS = 15_000;
/** Maximum number of sockets per user. */
const SOCKETS_OF_USER = 20;
const CLIENT_PROCESSES = 2;

interface Figures {
  readonly cpuMicroseconds: number;
  readonly socketKib: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Benchmarks the push: a subscriber's cost per tick, beyond that of a tick without any, and the delay of samples,
 * against stock graphql-ws (promises 23, 24) and against the minimum of writing the same bytes to as many sockets.
 */
export async function push(): Promise<void> {
  const rows = [['sockets', '', 'CPU, µs per subscriber and tick', 'KiB per socket', 'delay p50, ms', 'p99, ms']];
  for (const size of SIZES) {
    const bare = await measure(() => startScript('scripts/benches/servers/bare-frames.ts', environment), size);
    const stock = await measure(() => startScript('scripts/benches/servers/stock-graphql-ws.ts', environment), size);
    const ours = await measure(() => startService(users(size), environment), size);
    rows.push(row(size, 'bare writes', bare), row(size, 'stock graphql-ws', stock), row(size, 'Vigia', ours));
    rows.push(row(size, 'Vigia / stock', ratio(ours, stock)), row(size, 'Vigia / bare writes', ratio(ours, bare)));
  }
  printTable(rows);
}

const environment = { METRICS_INTERVAL_MS: String(INTERVAL_MS), SECRET_KEY };

function users(sockets: number): { username: string }[] {
  return Array.from({ length: Math.ceil(sockets / SOCKETS_OF_USER) }, (_, index) => ({ username: `user${index}` }));
}

function row(size: number, name: string, { cpuMicroseconds, socketKib, p50Ms, p99Ms }: Figures): string[] {
  return [String(size), name, ...[cpuMicroseconds, socketKib, p50Ms, p99Ms].map((figure) => figure.toFixed(2))];
}

function ratio(ours: Figures, stock: Figures): Figures {
  return {
    cpuMicroseconds: ours.cpuMicroseconds / stock.cpuMicroseconds,
    socketKib: ours.socketKib / stock.socketKib,
    p50Ms: ours.p50Ms / stock.p50Ms,
    p99Ms: ours.p99Ms / stock.p99Ms,
  };
}

async function measure(start: () => Promise<Peer>, size: number): Promise<Figures> {
  const server = await start();
  const clients = Array.from({ length: CLIENT_PROCESSES }, () => fork('scripts/benches/clients/push-clients.ts'));
  try {
    const aloneMs = await processorMsWithin(server, TICKS_ALONE);
    const kibBefore = residentKib(server.pid);
    const all = subscribers(size);
    const shares = clients.map((_, nth) => all.filter((_subscriber, index) => index % clients.length === nth));
    await Promise.all(
      clients.map((client, nth) => ask(client, { do: 'subscribe', port: server.port, subscribers: shares[nth] ?? [] })),
    );
    await pause(SETTLING_MS);
    await Promise.all(clients.map((client) => ask(client, { do: 'note' })));
    const cpuMs = (await processorMsWithin(server, TICKS)) - (aloneMs / TICKS_ALONE) * TICKS;
    const reports = await Promise.all(clients.map((client) => ask(client, { do: 'tell' })));
    const delaysMs = reports.flatMap((report) => report.delaysMs);
    const lost = reports.reduce((sum, report) => sum + report.lost, 0);
    if (lost > 0) throw new Error(`${lost} sockets were closed`);
    return {
      cpuMicroseconds: (cpuMs * 1000) / delaysMs.length,
      socketKib: (residentKib(server.pid) - kibBefore) / size,
      p50Ms: quantile(delaysMs, 0.5),
      p99Ms: quantile(delaysMs, 0.99),
    };
  } finally {
    for (const client of clients) client.kill();
    await server.stop();
  }
}

async function processorMsWithin({ pid }: Peer, ticks: number): Promise<number> {
  const before = preciseProcessorMs(pid);
  await pause(ticks * INTERVAL_MS);
  return preciseProcessorMs(pid) - before;
}

/** Returns subscribers, each with the token of a user below the connection limit, spread over many IP addresses. */
function subscribers(count: number): Subscriber[] {
  const tokens = users(count).map((_, index) => tokenOf(index + 1));
  return Array.from({ length: count }, (_, index) => {
    const user = Math.floor(index / SOCKETS_OF_USER);
    return { authorization: `Bearer ${tokens[user]}`, from: `127.0.${1 + (user >> 7)}.${1 + (user & 127)}` };
  });
}

/** Sends an order and waits until it has been carried out. */
async function ask(client: ChildProcess, order: Order): Promise<Report> {
  const answered = once(client, 'message');
  const ended = once(client, 'exit').then(([code]) => {
    throw new Error(`A process of subscribers ended with ${code}`);
  });
  client.send(order);
  const [report] = await Promise.race([answered, ended]);
  return report as Report;
}
