/** Agents or watchers for the hosts bench: a process that runs one of the two kinds and nothing else. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { encodeColumns } from '../../../src/features/monitoring/history/chunk-codec.ts';
import { createAnswers, type ToldFamilies } from './told-families.ts';

/** A command to this process: start a number of agents or watchers, begin counting, or report. */
export type Order =
  | {
      readonly do: 'measure';
      readonly port: number;
      readonly tokens: readonly string[];
      /** Families that the agents tell when the hub is scraped; without them they are too old for that. */
      readonly families?: ToldFamilies;
    }
  | { readonly do: 'watch'; readonly port: number; readonly watchers: readonly Watcher[] }
  | { readonly do: 'note' | 'tell' };

/** A user's token, the hosts to watch, and the local address to connect from. */
export interface Watcher {
  readonly authorization: string;
  readonly from: string;
  readonly ids: readonly string[];
}

export interface Report {
  /** Time from each row's sample to its arrival at a watcher. */
  readonly delaysMs: readonly number[];
  /** Bytes sent by agents or received by watchers, excluding framing. */
  readonly bytes: number;
  /** Samples sent or rows received. */
  readonly count: number;
  /** Number of closed connections. */
  readonly lost: number;
}

const INTERVAL_MS = 5000;
const MINUTE_MS = 60_000;
/** Number of connections opened concurrently: the service allows few unauthenticated ones. */
const OPENING = 16;
/**
 * The time of a sample is encoded in one of its values, in bytes per second up to 10 MB/s, so that a watcher knows a
 * row's age.
 */
const CLOCK_MS = 1e7;
const RECEIVED = 5;

let delaysMs: number[] = [];
let bytes = 0;
let count = 0;
let lost = 0;
let isNoting = false;

process.on('message', async (order: Order) => {
  if (order.do === 'measure') await each(order.tokens, (token) => measure(order, token));
  if (order.do === 'watch') await each(order.watchers, (watcher) => watch(order.port, watcher));
  if (order.do === 'note') [delaysMs, bytes, count, isNoting] = [[], 0, 0, true];
  process.send?.({ delaysMs, bytes, count, lost } satisfies Report);
});

async function each<T>(all: readonly T[], open: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) await open(next);
  };
  await Promise.all(Array.from({ length: OPENING }, work));
}

/** Simulates an agent on a machine with two processors and one file system. */
async function measure({ port, families }: Order & { do: 'measure' }, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const protocol = families ? 'vigia-agent.v3' : 'vigia-agent.v1';
  const socket = new WebSocket(`ws://127.0.0.1:${port}/agent`, protocol, { headers });
  socket.on('close', () => {
    lost += 1;
  });
  const send = (message: object) => {
    const text = JSON.stringify(message);
    if (isNoting) bytes += text.length;
    socket.send(text);
  };
  await once(socket, 'open');
  send({ greeting: { instance: randomUUID(), version: '0.1.0', facts: FACTS, nowMs: Date.now() } });
  await once(socket, 'message');
  if (families) answerQuestions(socket, families, send);
  send(sampleNow(PARTS));
  void live(send);
}

function answerQuestions(socket: WebSocket, families: ToldFamilies, send: (message: object) => void): void {
  const answer = createAnswers(families);
  socket.on('message', (data) => {
    const { askFamilies } = JSON.parse(String(data)) as { askFamilies?: number };
    if (askFamilies !== undefined) send(answer(askFamilies));
  });
}

async function live(send: (message: object) => void): Promise<void> {
  await pause(Math.random() * INTERVAL_MS);
  for (let minute = Math.floor(Date.now() / MINUTE_MS); ; await pause(INTERVAL_MS)) {
    if (isNoting) count += 1;
    send(sampleNow());
    const now = Math.floor(Date.now() / MINUTE_MS);
    if (now > minute) send({ minute: { startMs: minute * MINUTE_MS, data: minuteData() } });
    minute = now;
  }
}

function sampleNow(parts?: object): object {
  const nowMs = Date.now();
  const received = nowMs % CLOCK_MS;
  const [cpu, ram, disk] = [percent(), 4e9 + Math.floor(Math.random() * 1e9), 5e10 + Math.floor(Math.random() * 1e6)];
  const figures = [cpu, ram, 0, disk, 0.5, 0.4, 0.3, received, 5120, 0, 40_960, null, 86_400];
  return { sample: [nowMs, 3, ...figures], cores: [percent(), percent()], ...(parts && { parts }), used: [0, disk] };
}

function percent(): number {
  return Math.round(Math.random() * 1000) / 10;
}

/** Returns twelve samples in the format of the history: the time in the first column, then the measures. */
function minuteData(): string {
  const column = (most: number) => Float64Array.from({ length: 12 }, () => Math.floor(Math.random() * most));
  const times = Float64Array.from({ length: 12 }, (_, n) => n * INTERVAL_MS);
  return Buffer.from(encodeColumns([times, ...Array.from({ length: 9 }, () => column(1000))])).toString('base64');
}

const FACTS = {
  ...{ name: 'web.example', startedAt: '2026-01-01T00:00:00.000Z', system: 'Debian GNU/Linux 12 (bookworm)' },
  ...{ kernel: 'Linux 6.1.0', processor: 'AMD EPYC', cores: 2, environment: 'virtualMachine', environmentName: 'KVM' },
};

const PARTS = {
  ...{ ramTotalBytes: 8e9, swapTotalBytes: 0, diskTotalBytes: 1e11, limits: null, stale: [] },
  fileSystems: [{ path: '/', type: 'ext4', totalBytes: 1e11, stale: false }],
};

/** Simulates a tab that shows some hosts. Resolves once it has a row for each. */
async function watch(port: number, { authorization, from, ids }: Watcher): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', { localAddress: from });
  socket.on('close', () => {
    lost += 1;
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: authorization } }));
  await once(socket, 'message');
  const query = 'subscription ($ids: [ID!]!) { hosts(ids: $ids) { at rows } }';
  socket.send(JSON.stringify({ id: randomUUID(), type: 'subscribe', payload: { query, variables: { ids } } }));
  await once(socket, 'message');
  socket.on('message', (data) => take(String(data)));
}

function take(text: string): void {
  if (!isNoting) return;
  const { type, payload } = JSON.parse(text);
  if (type !== 'next') return;
  bytes += text.length;
  const now = Date.now() % CLOCK_MS;
  for (const row of payload.data.hosts.rows) {
    count += 1;
    delaysMs.push((now - row[RECEIVED] + CLOCK_MS) % CLOCK_MS);
  }
}
