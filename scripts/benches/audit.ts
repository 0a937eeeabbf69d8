import { statSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { Connection, requestBytes } from './clients/http-client.ts';
import { fillAudit } from './data/fill-audit.ts';
import { SECRET_KEY, tokenOf } from './measuring/bench-tokens.ts';
import { median, printTable, quantile } from './measuring/figures.ts';
import { type Peer, startService } from './measuring/processes.ts';

const MANY = 1_000_000;
const FEW = 1000;
const ROUNDS = 20;
const DAY = 86_400_000;

const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

const FILTERS: Readonly<Record<string, object>> = {
  nothing: {},
  'a name with 3 events': { username: 'rare' },
  'a name with 3 of 10 events': { username: 'BOT' },
  'a name of nobody': { username: 'nobody' },
  'an address': { address: '10.1.5.3' },
  'an actor': { actor: 'Chief' },
  'a common event': { event: 'LOGIN' },
  'a rare event': { event: 'TERMS_UPDATE' },
  'an event that never was': { event: 'IMPORT' },
  'a tenth: failures': { result: 'FAILURE' },
  'one in ten thousand: locks': { result: 'LOCKED_OUT' },
  'a common door': { door: 'FORM' },
  'a rare door': { door: 'CLI' },
  'a day half a year ago': { from: ago(181), to: ago(180) },
  'failures of that day': { result: 'FAILURE', from: ago(181), to: ago(180) },
  'a name, an event and a door': { username: 'bot', event: 'LOGIN', door: 'TOKEN' },
  'a rare name, successes only': { username: 'rare', result: 'SUCCESS' },
  'a name and an address': { username: 'bot', address: '10.1.5.3' },
  'two common ones that never meet': { username: 'bot', result: 'FAILURE' },
  'a common event that never failed': { event: 'TOKEN_REFRESH', result: 'FAILURE' },
};

/** Each way to look through the audit trail, the first page and one far behind, beside the same among 1,000 events. */
export async function audit(): Promise<void> {
  const staff = [{ username: 'chief' }];
  const fill = (count: number) => (file: string) => {
    const database = new SqliteDatabase(file);
    database.exec('update users set is_staff = true');
    database.close();
    const before = statSync(file).size;
    fillAudit(file, count);
    if (count === MANY) console.log(`room: ${((statSync(file).size - before) / 1024 ** 2).toFixed(0)} MiB`);
  };
  const few = await startService(staff, { SECRET_KEY }, fill(FEW));
  const many = await startService(staff, { SECRET_KEY }, fill(MANY));
  const rows = [['looked for', 'first p50', 'p99', 'ratio', 'deep p50', 'p99', 'ratio', 'longest wait of others']];
  try {
    for (const [name, filter] of Object.entries(FILTERS)) rows.push([name, ...(await measure(few, many, filter))]);
    rows.push(['CSV, a part of 1,000', ...(await measure(few, many, {}, CSV))]);
  } finally {
    await few.stop();
    await many.stop();
  }
  printTable(rows);
  console.log('\nms over HTTP; ratios to the same among 1,000 events; waits are those of { __typename } meanwhile');
}

async function measure(few: Peer, many: Peer, filter: object, query = PAGE): Promise<string[]> {
  const small = await Connection.open(few);
  const large = await Connection.open(many);
  const other = await Connection.open(many);
  const deep = Buffer.from(JSON.stringify([Date.now() - 200 * DAY, MANY])).toString('base64url');
  const figures: string[] = [];
  const waits: number[] = [];
  for (const after of [null, deep]) {
    const bytes = bytesOf(query, { filter, after });
    const times: number[] = [];
    const base: number[] = [];
    for (let round = -3; round < ROUNDS; round += 1) {
      const [reply, meanwhile] = await Promise.all([large.ask(bytes), other.ask(bytesOf('{ __typename }', {}))]);
      const same = await small.ask(bytes);
      if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.body.slice(0, 200)}`);
      // The first ones warm up.
      if (round < 0) continue;
      times.push(reply.ms);
      base.push(same.ms);
      waits.push(meanwhile.ms);
    }
    const ms = (figure: number) => figure.toFixed(1);
    figures.push(ms(median(times)), ms(quantile(times, 0.99)), ms(median(times) / median(base)));
  }
  return [...figures, Math.max(...waits).toFixed(1)];
}

const FIELDS = 'id at event result door address username actor before after';
const PAGE = `query ($after: String, $filter: AuditFilter) {
  auditTrail(first: 50, after: $after, filter: $filter) { nodes { ${FIELDS} } pageInfo { endCursor hasNextPage } }
}`;
const CSV = `query ($after: String, $filter: AuditFilter) {
  auditTrailCsv(after: $after, filter: $filter) { csv endCursor hasNextPage }
}`;

function bytesOf(query: string, variables: object): string {
  return requestBytes({
    port: 0,
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(1)}` },
    body: JSON.stringify({ query, variables }),
  });
}
