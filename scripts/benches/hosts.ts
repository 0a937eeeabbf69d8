import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Order, Report, Watcher } from './clients/host-clients.ts';
import { hostSources } from './host-sources.ts';
import { SECRET_KEY, tokenOf } from './measuring/bench-tokens.ts';
import { printTable, quantile } from './measuring/figures.ts';
import { countProcessorMs, createDatabase, fillDatabase } from './measuring/postgresql.ts';
import { processorMs, startNode } from './measuring/processes.ts';

const HOSTS = 1000;
const WATCHERS = 1000;
/** Maximum number of hosts per subscription. */
const WATCHED = 100;
/** Maximum number of sockets per user. */
const SOCKETS_OF_USER = 20;
const INTERVAL_MS = 5000;
/** A minute, so that each agent sends one complete minute in that time. */
const OBSERVED_MS = 60_000;

/**
 * Runs a thousand agents at one node on PostgreSQL, first without watchers, then with a thousand tabs that each show a
 * hundred of them. Measures the processor time of the node and the database, the bytes in both directions, and how late
 * a sample is shown (contract 13). Then measures the node with hosts of other sources as well.
 */
export async function hosts(): Promise<void> {
  const database = await createDatabase();
  const node = await startNode({ DATABASE_URL: database.url, SECRET_KEY });
  const [agents, tabs] = [
    fork('scripts/benches/clients/host-clients.ts'),
    fork('scripts/benches/clients/host-clients.ts'),
  ];
  try {
    await fillDatabase(database, Math.ceil(WATCHERS / SOCKETS_OF_USER));
    const tokens = Array.from({ length: HOSTS }, () => `vigia_host_${randomBytes(32).toString('base64url')}`);
    await database.run(
      `insert into hosts (number, id, name, first_seen_at, last_seen_at, samples_days, minutes_days, hours_days,
          interval_ms, has_agent, token_hash)
        select 1 + n, id, 'host ' || n, now(), now(), 7, 90, 730, $3, true, hash
          from unnest($1::text[], $2::text[]) with ordinality as given (id, hash, n)`,
      [tokens.map(() => randomUUID()), tokens.map(computeHash), INTERVAL_MS],
    );
    const observe = async () => {
      await pause(2 * INTERVAL_MS);
      await Promise.all([agents, tabs].map((client) => ask(client, { do: 'note' })));
      const [nodeMs, postgresqlMs] = [processorMs(node.pid), countProcessorMs(database)];
      await pause(OBSERVED_MS);
      const spent = [processorMs(node.pid) - nodeMs, postgresqlMs()];
      const [sent, got] = await Promise.all([agents, tabs].map((client) => ask(client, { do: 'tell' })));
      if (!sent || !got) throw new Error('No report has arrived');
      if (sent.lost + got.lost > 0) throw new Error(`${sent.lost} agents and ${got.lost} tabs were disconnected`);
      return { spent, sent, got };
    };
    await ask(agents, { do: 'measure', port: node.port, tokens });
    const alone = await observe();
    await ask(tabs, { do: 'watch', port: node.port, watchers: watchers() });
    const watched = await observe();
    const share = (ms = 0) => `${((ms / OBSERVED_MS) * 100).toFixed(1)} %`;
    printTable([
      [
        'hosts',
        'watchers',
        'of a core: node',
        'PostgreSQL',
        'bytes a sample up',
        'a row down',
        'rows a second',
        'delay p50, ms',
        'p99, ms',
      ],
      ...[alone, watched].map(({ spent: [nodeMs, postgresqlMs], sent, got }) => [
        String(HOSTS),
        String(got.count > 0 ? WATCHERS : 0),
        share(nodeMs),
        share(postgresqlMs),
        (sent.bytes / sent.count).toFixed(0),
        got.count > 0 ? (got.bytes / got.count).toFixed(1) : '-',
        ((got.count / OBSERVED_MS) * 1000).toFixed(0),
        ...[0.5, 0.99].map((part) => (got.count > 0 ? quantile(got.delaysMs, part).toFixed(0) : '-')),
      ]),
    ]);
  } finally {
    for (const client of [agents, tabs]) client.kill();
    await node.stop();
    await database.drop();
  }
  await hostSources();
}

function computeHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns tabs of users who stay below the connection limit, each on one page of the list. */
function watchers(): Watcher[] {
  const ids = Array.from({ length: HOSTS }, (_, index) => String(index + 2));
  return Array.from({ length: WATCHERS }, (_, index) => {
    const user = Math.floor(index / SOCKETS_OF_USER);
    const page = index % (HOSTS / WATCHED);
    return {
      authorization: `Bearer ${tokenOf(user + 1)}`,
      from: `127.0.1.${1 + user}`,
      ids: ids.slice(page * WATCHED, (page + 1) * WATCHED),
    };
  });
}

/** Sends an order and waits until it has been carried out. */
async function ask(client: ChildProcess, order: Order): Promise<Report> {
  const answered = once(client, 'message');
  const ended = once(client, 'exit').then(([code]) => {
    throw new Error(`A process of agents or tabs ended with ${code}`);
  });
  client.send(order);
  const [report] = await Promise.race([answered, ended]);
  return report as Report;
}
