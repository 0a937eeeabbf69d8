import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import type { Order } from './clients/host-clients.ts';
import { readFamilies, type ToldFamilies } from './clients/told-families.ts';
import { SECRET_KEY, tokenOf } from './measuring/bench-tokens.ts';
import { median, printTable } from './measuring/figures.ts';
import { type Peer, preciseProcessorMs, residentKib, startService } from './measuring/processes.ts';

const HOSTS = 100;
const SCRAPES = 8;
/** Longer than the time within which agents are not asked again. */
const SCRAPE_EVERY_MS = 6000;

/**
 * Scrapes a service with a hundred agents: ones that are too old to tell counters, then ones that tell all that
 * node_exporter would of this machine. Measures the processor time of the service from the request to the end of the
 * response, in which it asks the agents and reads their answers (contract 14).
 */
export async function scrape(): Promise<void> {
  const rows = [
    [
      'hosts',
      'agents tell',
      'scraped',
      'series',
      'MB',
      'processor, ms',
      'µs a series',
      'for each series of samples',
      'resident, MB',
    ],
  ];
  let sampleMs = Number.NaN;
  for (const tellsAll of [false, true]) {
    const tokens = Array.from({ length: HOSTS }, () => `vigia_host_${randomBytes(32).toString('base64url')}`);
    const service = await startService([{ username: 'ana' }], { SECRET_KEY }, (file) => addHosts(file, tokens));
    const agents = fork('scripts/benches/clients/host-clients.ts');
    try {
      const own = await read(service, '/metrics?host=1');
      await ask(agents, {
        ...{ do: 'measure', port: service.port, tokens },
        ...(tellsAll && { families: readFamilies(own) satisfies ToldFamilies }),
      });
      await pause(SCRAPE_EVERY_MS);
      const ways = {
        together: async () => read(service, '/metrics'),
        'one by one': async () => {
          const texts: string[] = [];
          for (let host = 2; host < 2 + HOSTS; host += 1) texts.push(await read(service, `/metrics?host=${host}`));
          return texts.join('');
        },
      };
      for (const [way, readAll] of Object.entries(ways)) {
        const { ms, text } = await measure(service, readAll);
        const series = text.match(/^[^#\n]/gm)?.length ?? 0;
        const each = (1000 * ms) / series;
        if (Number.isNaN(sampleMs)) sampleMs = each;
        rows.push([
          ...[String(HOSTS), tellsAll ? 'all' : 'samples', way, String(series), (text.length / 1e6).toFixed(1)],
          ...[
            ms.toFixed(0),
            each.toFixed(2),
            (each / sampleMs).toFixed(2),
            (residentKib(service.pid) / 1024).toFixed(0),
          ],
        ]);
      }
    } finally {
      agents.kill();
      await service.stop();
    }
  }
  printTable(rows);
}

async function measure(service: Peer, readAll: () => Promise<string>) {
  const spent: number[] = [];
  let text = '';
  for (let scrape = 0; scrape < SCRAPES; scrape += 1) {
    await pause(SCRAPE_EVERY_MS);
    const before = preciseProcessorMs(service.pid);
    text = await readAll();
    spent.push(preciseProcessorMs(service.pid) - before);
  }
  return { ms: median(spent), text };
}

async function read({ port }: Peer, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${tokenOf(1)}` };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return response.text();
}

function addHosts(file: string, tokens: readonly string[]): void {
  const database = new SqliteDatabase(file);
  const insert = database.prepare(
    `insert into hosts (number, id, name, first_seen_at, last_seen_at, samples_days, minutes_days, hours_days,
        interval_ms, has_agent, token_hash)
      values (?, ?, ?, 0, 0, 7, 90, 730, 5000, 1, ?)`,
  );
  for (const [index, token] of tokens.entries()) {
    const hash = createHash('sha256').update(token).digest('hex');
    insert.run(2 + index, randomUUID(), `host ${index}`, hash);
  }
  database.close();
}

async function ask(client: ChildProcess, order: Order): Promise<void> {
  const answered = once(client, 'message');
  client.send(order);
  await answered;
}
