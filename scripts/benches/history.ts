import { statSync } from 'node:fs';
import { measureNames } from '../../src/features/monitoring/measures.ts';
import { Connection, requestBytes } from './clients/http-client.ts';
import { type FilledDays, fillHistory } from './data/fill-history.ts';
import { SECRET_KEY, tokenOf } from './measuring/bench-tokens.ts';
import { median, printTable, quantile } from './measuring/figures.ts';
import { startService } from './measuring/processes.ts';

const ROUNDS = 40;
/** Several users are needed, because each may request only sixty ranges a minute. */
const USERS = 20;
const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const NOTHING: FilledDays = { samples: 0, minutes: 0, hours: 0 };
const STORED: Readonly<Record<string, FilledDays>> = {
  'every 5 s, 30 days': { ...NOTHING, samples: 30 },
  'minutes, 90 days': { ...NOTHING, minutes: 90 },
  'hours, 2 years': { ...NOTHING, hours: 730 },
};

/** The ranges that the page offers, and those that read the most data. */
const RANGES: readonly { name: string; length: number; points: number }[] = [
  { name: '10 minutes', length: 600 * SECOND, points: 750 },
  { name: '1 hour', length: HOUR, points: 750 },
  { name: '24 hours', length: DAY, points: 480 },
  { name: '7 days', length: 7 * DAY, points: 480 },
  { name: '30 days', length: 30 * DAY, points: 480 },
  { name: '1 year', length: 365 * DAY, points: 480 },
  { name: '2 years', length: 730 * DAY, points: 750 },
  { name: 'most samples', length: 749 * 59 * SECOND, points: 750 },
  { name: 'most minutes', length: 749 * 59 * 60 * SECOND, points: 750 },
];

/**
 * Measures the disk space of the history and the response time of ranges, the latter compared with a nearly trivial
 * query.
 */
export async function history(): Promise<void> {
  const sizes = [['kept', 'size']];
  const accounts = Array.from({ length: USERS }, (_, index) => ({ username: `user${index}` }));
  const service = await startService(accounts, { SECRET_KEY }, (file) => {
    for (const [name, days] of Object.entries(STORED)) {
      const before = statSync(file).size;
      fillHistory(file, days);
      sizes.push([name, `${((statSync(file).size - before) / 1024 ** 2).toFixed(1)} MiB`]);
    }
  });
  const rows = [['range', 'points', 'p50 ms', 'p99 ms', 'p50 of { me }', 'ratio']];
  try {
    const connection = await Connection.open(service);
    for (const range of RANGES) rows.push(await measure(connection, range));
  } finally {
    await service.stop();
  }
  printTable(sizes);
  console.log();
  printTable(rows);
}

async function measure(connection: Connection, { name, length, points }: (typeof RANGES)[number]): Promise<string[]> {
  const times: number[] = [];
  const nothing: number[] = [];
  let answered = 0;
  for (let round = -3; round < ROUNDS; round += 1) {
    const now = Date.now();
    const variables = { from: new Date(now - length).toISOString(), to: new Date(now).toISOString(), points };
    const user = 1 + ((round + 3) % USERS);
    const reply = await connection.ask(encodeRequest(user, HISTORY, variables));
    const empty = await connection.ask(encodeRequest(user, '{ me { username } }', {}));
    if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.body.slice(0, 200)}`);
    answered = JSON.parse(reply.body).data.metricsHistory.at.length;
    // The first rounds are for warming up.
    if (round < 0) continue;
    times.push(reply.ms);
    nothing.push(empty.ms);
  }
  const ms = (figure: number) => figure.toFixed(1);
  const ratio = median(times) / median(nothing);
  return [name, String(answered), ms(median(times)), ms(quantile(times, 0.99)), ms(median(nothing)), ratio.toFixed(1)];
}

const SERIES = '{ minimum average maximum }';
const HISTORY = `query ($from: String!, $to: String!, $points: Int!) {
  metricsHistory(from: $from, to: $to, points: $points) {
    at stepSeconds ${measureNames.map((name) => `${name} ${SERIES}`).join(' ')}
  }
}`;

function encodeRequest(user: number, query: string, variables: object): string {
  return requestBytes({
    port: 0,
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(user)}` },
    body: JSON.stringify({ query, variables }),
  });
}
