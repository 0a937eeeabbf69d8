import { fork, spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../test/support/processes/free-port.ts';
import type { ExporterOrder } from './clients/exporter.ts';
import type { OtlpReport } from './clients/otlp-clients.ts';
import { SECRET_KEY } from './measuring/bench-tokens.ts';
import { printTable } from './measuring/figures.ts';
import { countProcessorMs, createDatabase, fillDatabase } from './measuring/postgresql.ts';
import { processorMs, startNode } from './measuring/processes.ts';

/** Numbers of hosts by source, measured one after the other at the same node. */
const STEPS = [
  { agents: 0, exporters: 0, otlp: 0 },
  { agents: 500, exporters: 0, otlp: 0 },
  { agents: 500, exporters: 0, otlp: 200 },
  { agents: 500, exporters: 300, otlp: 200 },
] as const;

const AGENT_INTERVAL_MS = 5000;
const SCRAPE_INTERVAL_MS = 15_000;
const OTLP_INTERVAL_MS = 10_000;
/** A minute, so that each host has one complete minute in that time. */
const OBSERVED_MS = 60_000;

/**
 * Runs hosts of all sources at one node on PostgreSQL, watched by nobody, and measures the processor time of the node and
 * of the database as each source joins (decision 104). Needs `prometheus-node-exporter`, whose text the exporters serve.
 */
export async function hostSources(): Promise<void> {
  const text = await readExporterText();
  const database = await createDatabase();
  const node = await startNode({ DATABASE_URL: database.url, SECRET_KEY, SCRAPE_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const [agents, exporter, otlp] = [
    fork('scripts/benches/clients/host-clients.ts'),
    fork('scripts/benches/clients/exporter.ts'),
    fork('scripts/benches/clients/otlp-clients.ts'),
  ];
  const ask = async (client: typeof agents, order: object | string) => {
    const answered = once(client, 'message');
    client.send(order);
    return (await answered)[0] as unknown;
  };
  const addHosts = async (
    count: number,
    source: string | null,
    intervalMs: number,
    scrape: (n: number) => string | null,
  ) => {
    const tokens = Array.from({ length: count }, () => `vigia_host_${randomBytes(32).toString('base64url')}`);
    const prefix = source ?? 'AGENT';
    await database.run(
      `insert into hosts (number, id, name, first_seen_at, last_seen_at, samples_days, minutes_days, hours_days,
          interval_ms, has_agent, token_hash, source, scrape)
        select (select max(number) from hosts) + n, id, $6 || ' ' || n, now(), now(), 7, 90, 730, $3, true, hash, $4, scrape
          from unnest($1::text[], $2::text[], $5::text[]) with ordinality as given (id, hash, scrape, n)`,
      [
        ...[tokens.map(() => randomUUID()), tokens.map(hashToken), intervalMs, source],
        ...[tokens.map((_, index) => scrape(index)), prefix],
      ],
    );
    return tokens;
  };
  try {
    await fillDatabase(database, 1);
    const { port } = (await ask(exporter, { text } satisfies ExporterOrder)) as { port: number };
    const rows: string[][] = [];
    let before: (typeof STEPS)[number] = { agents: 0, exporters: 0, otlp: 0 };
    for (const step of STEPS) {
      if (step.agents > before.agents) {
        const tokens = await addHosts(step.agents, null, AGENT_INTERVAL_MS, () => null);
        await ask(agents, { do: 'measure', port: node.port, tokens });
      }
      if (step.otlp > before.otlp) {
        const tokens = await addHosts(step.otlp, 'OTLP', OTLP_INTERVAL_MS, () => null);
        await ask(otlp, { port: node.port, tokens, intervalMs: OTLP_INTERVAL_MS });
      }
      if (step.exporters > before.exporters) {
        const target = { username: null, hasBearerToken: false, hasCaCertificate: false };
        await addHosts(step.exporters, 'NODE_EXPORTER', SCRAPE_INTERVAL_MS, (n) =>
          JSON.stringify({ url: `http://127.0.0.1:${port}/${n}/metrics`, ...target }),
        );
      }
      before = step;
      await pause(2 * SCRAPE_INTERVAL_MS);
      await ask(otlp, 'tell');
      const [nodeMs, postgresqlMs] = [processorMs(node.pid), countProcessorMs(database)];
      await pause(OBSERVED_MS);
      const spent = [processorMs(node.pid) - nodeMs, postgresqlMs()];
      const { requests, bytes, failed } = (await ask(otlp, 'tell')) as OtlpReport;
      const [live] = await database.run(
        "select count(*) as count from hosts where number > 1 and newest is not null and last_seen_at > now() - interval '60 seconds'",
      );
      rows.push([
        ...[step.agents, step.exporters, step.otlp, live?.count ?? 0].map(String),
        ...spent.map((ms = 0) => `${((ms / OBSERVED_MS) * 100).toFixed(1)} %`),
        `${requests} (${failed} failed)`,
        requests > 0 ? (bytes / requests).toFixed(0) : '-',
      ]);
      console.log(rows.at(-1)?.join('  '));
    }
    const columns = [
      'agents',
      'exporters',
      'OTLP',
      'live',
      'of a core: node',
      'PostgreSQL',
      'OTLP requests',
      'bytes each',
    ];
    printTable([columns, ...rows]);
  } finally {
    for (const client of [agents, exporter, otlp]) client.kill();
    await node.stop();
    await database.drop();
  }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

const NODE_EXPORTER = 'prometheus-node-exporter';

/** Returns the text of a real node_exporter on this machine. */
async function readExporterText(): Promise<string> {
  const port = await freePort();
  const child = spawn(NODE_EXPORTER, [`--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' });
  const failed = once(child, 'error').then(([error]) => Promise.reject(error));
  const read = async () => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      await pause(100);
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined);
      if (answer?.ok) return answer.text();
    }
    throw new Error(`${NODE_EXPORTER} does not answer`);
  };
  try {
    return await Promise.race([read(), failed]);
  } finally {
    child.kill();
  }
}
