import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { counter, type FamilySource, gauge } from '../../../../src/features/monitoring/exposition/metric-family.js';
import { COMMAND_LINE } from '../../../../src/platform/audit/origin.js';
import { codeOf } from '../../../support/administration.js';
import { openIncident } from '../../../support/alerts/alerts.js';
import { FakeHost } from '../../../support/fakes/fake-host.js';
import { RealHost } from '../../../support/fakes/real-host.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const OPEN_METRICS = 'application/openmetrics-text;version=1.0.0';
/** The Accept header sent by Prometheus 2.42. */
const ACCEPT_OF_PROMETHEUS = `${OPEN_METRICS},application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1`;

/** A program that is told the figures of the service as well. */
const readerOf = (app: TestApp) => app.programAs('prometheus', ['READ', 'STAFF_READ'], { isStaff: true });

async function scrape(app: TestApp, accept?: string) {
  const program = await readerOf(app);
  // Waits a second, since requests within the same second get the same text.
  await app.sleep({ seconds: 1 });
  return program.get('/metrics', { ...(accept !== undefined && { accept }) });
}

const ESCAPED = 'escaping=allow-utf-8';
const PROTOBUF = 'application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited';

/** `Accept` headers of common readers that prefer OpenMetrics, including Prometheus and related programs. */
const READERS_OF_OPEN_METRICS = {
  'Prometheus 2.42': ACCEPT_OF_PROMETHEUS,
  'Prometheus 2.53': `${OPEN_METRICS};q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2`,
  'Prometheus 3, also in Grafana Alloy and the OpenTelemetry Collector': `${OPEN_METRICS};${ESCAPED};q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;${ESCAPED};q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2`,
  'Prometheus 3 with native histograms': `${PROTOBUF};${ESCAPED};q=0.7,${OPEN_METRICS};${ESCAPED};q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;${ESCAPED};q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2`,
  'Prometheus 3 with names in underscores': `${OPEN_METRICS};escaping=underscores;q=0.6,application/openmetrics-text;version=0.0.1;escaping=underscores;q=0.5,text/plain;version=0.0.4;escaping=underscores;q=0.3,*/*;q=0.2`,
  'Prometheus 3 with names in dots': `${OPEN_METRICS};escaping=dots;q=0.6,text/plain;version=0.0.4;q=0.3,*/*;q=0.2`,
  'Prometheus 3 with names in values': `${OPEN_METRICS}; escaping=values; q=0.6, text/plain; version=0.0.4; q=0.3, */*; q=0.2`,
} as const;

const READERS_OF_TEXT = {
  vmagent: 'text/plain;version=0.0.4;q=1,*/*;q=0.1',
  Telegraf: `${PROTOBUF};q=0.7,text/plain;version=0.0.4;q=0.3`,
  'Prometheus 3 with a fixed protocol': `text/plain;version=0.0.4;${ESCAPED};q=0.6,*/*;q=0.2`,
  'the newer text alone': `text/plain;version=1.0.0;${ESCAPED}`,
  curl: '*/*',
  Firefox: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  Chromium:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'a reader that prefers text': `${OPEN_METRICS};${ESCAPED};q=0.2,text/plain;version=0.0.4;q=0.3`,
} as const;

/** A machine that has families of its own beside its samples, as under Linux. */
class CountingHost extends FakeHost implements FamilySource {
  familyReads = 0;

  async readFamilies() {
    this.familyReads += 1;
    return [
      gauge('node_load1', '1m load average.', [{ value: 0.75 }]),
      counter('node_cpu_seconds_total', 'Seconds the CPUs spent in each mode.', [
        { labels: { cpu: '0', mode: 'idle' }, value: this.familyReads },
      ]),
    ];
  }
}

describe('GET /metrics (contract 14)', () => {
  test('is for whoever is signed in, and for tokens with READ; others get 401 and 403', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    expect((await ana.get('/metrics')).status).toBe(200);
    expect((await (await app.scriptAs('ana')).get('/metrics')).status).toBe(200);
    expect((await (await app.programAs('ana', ['READ'])).get('/metrics')).status).toBe(200);
    const refused = await (await app.programAs('eva', ['CONVERT', 'STAFF_READ'], { isStaff: true })).get('/metrics');
    expect([refused.status, refused.json()]).toMatchObject([403, { code: 'insufficient_scope' }]);
    const visitor = await app.browser({ accept: 'application/json' }).get('/metrics');
    expect([visitor.status, visitor.json()]).toMatchObject([401, { code: 'not_authenticated' }]);
    expect(visitor.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect((await app.browser({ authorization: 'Bearer vigia_pat_x' }).get('/metrics')).status).toBe(401);
  });

  test('is closed to the tokens of whoever must have a second factor and has none, as everything else is', async () => {
    const app = await createTestApp();
    const reader = await app.programAs('ana', ['READ', 'STAFF_READ'], { isStaff: true });
    const plain = await app.programAs('ana', ['READ']);
    expect((await plain.get('/metrics')).status).toBe(200);
    await app.services.accessPolicyChanges.setSecondFactor('STAFF', COMMAND_LINE);
    for (const program of [reader, plain]) {
      const refused = await program.get('/metrics');
      expect([refused.status, refused.json()]).toMatchObject([403, { code: 'second_factor_required' }]);
      expect(await codeOf(program, '{ metrics { cpuPercent } }')).toBe('SECOND_FACTOR_REQUIRED');
    }
  });

  test('within a second all who ask get the same text, and rows are counted every 15 seconds at most', async () => {
    const app = await createTestApp();
    const program = await readerOf(app);
    const ask = async () => (await program.get('/metrics')).text;
    const incidents = (text: string) => /^vigia_incidents\{state="open"\} (\d+)$/m.exec(text)?.[1];
    const first = await ask();
    await app.browser().get('/accounts/login/');
    await openIncident(app);
    await app.sleep({ ms: 999 });
    expect(await ask()).toBe(first);
    await app.sleep({ ms: 1 });
    const next = await ask();
    expect(next).not.toBe(first);
    expect(incidents(next)).toBe('0');
    await app.sleep({ ms: 13_999 });
    expect(incidents(await ask())).toBe('0');
    await app.sleep({ seconds: 1 });
    expect(incidents(await ask())).toBe('1');
  });

  test('while the database does not answer, the figures of the process are there', async () => {
    const app = await createTestApp();
    const program = await readerOf(app);
    const execute = app.database.em.getConnection() as unknown as { execute: (sql: string) => Promise<unknown> };
    const answer = execute.execute.bind(execute);
    expect((await program.get('/metrics')).text).toContain('vigia_incidents{');
    await app.sleep({ seconds: 16 });
    execute.execute = async (...args) => {
      if (/incidents|outbox_messages/.test(String(args[0]))) throw new Error('The database is away');
      return answer(...args);
    };
    const { status, text } = await program.get('/metrics');
    execute.execute = answer;
    expect([status, text.includes('vigia_incidents{')]).toEqual([200, false]);
    expect(text).toContain('vigia_websockets 0');
  });

  test('a user may ask 120 times a minute', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    for (let count = 0; count < 120; count += 1) await ana.get('/metrics');
    const refused = await ana.get('/metrics');
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    const next = await scrape(app);
    expect(next.text).toMatch(/^vigia_rate_limited_total\{limit="metrics"\} 1$/m);
  });

  test('answers in the format that is preferred, the older one where nothing is said', async () => {
    const app = await createTestApp();
    const typeFor = async (accept: string) => (await scrape(app, accept)).headers.get('content-type');
    const text = 'text/plain; version=0.0.4; charset=utf-8';
    const openMetrics = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
    for (const [reader, accept] of Object.entries(READERS_OF_OPEN_METRICS))
      expect([reader, await typeFor(accept)]).toEqual([reader, openMetrics]);
    for (const [reader, accept] of Object.entries(READERS_OF_TEXT))
      expect([reader, await typeFor(accept)]).toEqual([reader, text]);
    expect(await typeFor('application/openmetrics-text;q=0.5,text/plain')).toBe(text);
    for (const accept of ['*/*', 'text/plain', 'application/openmetrics-text;version=0.0.1', 'application/json'])
      expect([accept, await typeFor(accept)]).toEqual([accept, text]);
    const [older, newer] = [await scrape(app, '*/*'), await scrape(app, OPEN_METRICS)];
    expect(newer.text.endsWith('\n# EOF\n')).toBe(true);
    expect(newer.text).toContain('# TYPE vigia_lockouts counter\nvigia_lockouts_total 0\n');
    expect(older.text).toContain('# TYPE vigia_lockouts_total counter\nvigia_lockouts_total 0\n');
    expect(older.text).not.toContain('# EOF');
  });

  test('has the figures of samples under the names of node_exporter, and measures nothing for them', async () => {
    const host = new FakeHost();
    const app = await createTestApp({ host });
    const before = host.reads;
    const { text } = await scrape(app);
    expect(host.reads).toBe(before);
    const host1 = /vigia_host_up\{host="([^"]+)"\} 1/.exec(text)?.[1];
    const GIB = 1024 ** 3;
    for (const line of [
      `node_load1{host="${host1}"} 0.5`,
      `node_load15{host="${host1}"} 0.125`,
      `node_memory_MemTotal_bytes{host="${host1}"} ${16 * GIB}`,
      `node_memory_MemAvailable_bytes{host="${host1}"} ${12 * GIB}`,
      `node_memory_SwapFree_bytes{host="${host1}"} ${3 * GIB}`,
      `node_filesystem_size_bytes{host="${host1}",mountpoint="/",fstype="ext4"} ${100 * GIB}`,
      `node_filesystem_free_bytes{host="${host1}",mountpoint="/",fstype="ext4"} ${75 * GIB}`,
      `vigia_host_cpu_busy_ratio{host="${host1}"} 0.11`,
      `vigia_host_network_receive_bytes_per_second{host="${host1}"} 1000`,
    ])
      expect(text.split('\n')).toContain(line);
  });

  test('a machine that tells more is asked once a second at most, and by scrapes alone', async () => {
    const host = new CountingHost();
    const app = await createTestApp({ host });
    await app.sleep({ seconds: 30 });
    expect(host.familyReads).toBe(0);
    const { text } = await scrape(app);
    const name = /vigia_host_up\{host="([^"]+)"\} 1/.exec(text)?.[1];
    // These are in place of the figures of its samples.
    expect(text.split('\n').filter((line) => line.startsWith('node_'))).toEqual([
      `node_load1{host="${name}"} 0.75`,
      `node_cpu_seconds_total{host="${name}",cpu="0",mode="idle"} 1`,
    ]);
    const program = await readerOf(app);
    const single = async () => (await program.get('/metrics?host=1')).text;
    expect(await single()).toContain('\nnode_cpu_seconds_total{cpu="0",mode="idle"} 1\n');
    expect(host.familyReads).toBe(1);
    await app.sleep({ seconds: 1 });
    expect(await single()).toContain('\nnode_cpu_seconds_total{cpu="0",mode="idle"} 2\n');
  });

  test('has what Vigia counts itself: requests, logins, lockouts, sockets, incidents', async () => {
    const app = await createTestApp();
    await app.loginAs('ana');
    const visitor = app.browser();
    for (let tries = 0; tries < 6; tries += 1)
      await visitor.submit('/accounts/login/', { username: 'ana', password: 'wrong' });
    await openIncident(app);
    const lines = (await scrape(app)).text.split('\n');
    for (const line of [
      'vigia_logins_total{method="form",result="success"} 1',
      'vigia_logins_total{method="form",result="failure"} 4',
      'vigia_logins_total{method="form",result="locked_out"} 2',
      'vigia_lockouts_total 1',
      'vigia_http_requests_total{kind="page",status="302"} 1',
      'vigia_http_requests_total{kind="page",status="429"} 2',
      'vigia_websockets 0',
      'vigia_outbox_messages{state="failed"} 0',
      'vigia_incidents{state="open"} 1',
      'vigia_incidents{state="acknowledged"} 0',
    ])
      expect(lines).toContain(line);
    const count = lines.find((line) => line.startsWith('vigia_http_request_duration_seconds_count{kind="page"}'));
    expect(lines).toContain(count?.replace('_count{kind="page"}', '_bucket{kind="page",le="+Inf"}'));
    // The log must not contain anything that identifies a person.
    expect(lines.join('\n')).not.toContain('ana');
  });

  test('a machine that is away has no figures, and two of one name are told apart', async () => {
    const app = await createTestApp();
    const { token: _ } = await app.services.hostEditing.add({ name: 'web "1"\\', tags: [] }, COMMAND_LINE);
    const { text } = await scrape(app);
    expect(text).toContain('vigia_host_up{host="web \\"1\\"\\\\"} 0');
    expect(text.match(/^node_load1\{/gm)).toHaveLength(1);
  });
});

test.runIf(process.platform === 'linux')('the example dashboard asks for names that there are', async () => {
  const dashboard = readFileSync('docs/operations/grafana-dashboard.json', 'utf8');
  const app = await createTestApp({ host: new RealHost() });
  await app.browser().get('/accounts/login/');
  await app.browser().submit('/accounts/login/', { username: 'ana', password: PASSWORD });
  await openIncident(app);
  const { text } = await scrape(app);
  const asked = new Set(dashboard.match(/\b(?:node|vigia|process)_[A-Za-z0-9_]+/g));
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  expect(asked.size).toBeGreaterThan(10);
  const missing = [...asked].filter(
    (name) => !known.has(name.replace(/_(?:bucket|sum|count)$/, '')) && !known.has(name),
  );
  expect(missing).toEqual([]);
});
