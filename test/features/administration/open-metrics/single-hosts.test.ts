import { describe, expect, test } from 'vitest';
import { HostSeries } from '../../../../src/features/monitoring/exposition/host-series.js';
import { counter, gauge } from '../../../../src/features/monitoring/exposition/metric-family.js';
import { dataOf } from '../../../support/administration.js';
import { addAgentHost, createGreeting, fakeChannel, sampleAt } from '../../../support/agents/agents.js';
import { addHost, sendSample } from '../../../support/agents/hosts.js';
import { sendRaw } from '../../../support/http/sources.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

interface Target {
  readonly targets: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

async function start(environment: Record<string, string> = {}) {
  const app = await createTestApp({ environment });
  const staff = await app.loginAs('chefe', { isStaff: true });
  const program = await app.programAs('prometheus', ['READ']);
  return {
    app,
    staff,
    program,
    targets: async () => (await program.get('/api/v1/http-sd')).json<Target[]>(),
    retire: (id: string) => dataOf(staff, 'mutation ($id: ID!) { retireHost(id: $id) { id } }', { id }),
  };
}

describe('GET /metrics?host= (contract 14)', () => {
  test('has what node_exporter would have of one host, without the label of the host and without the process', async () => {
    const { app, staff, program } = await start();
    const web = await addHost(staff, 'web-1');
    await sendSample(app, web, { cpuPercent: 20 });
    const { status, headers, text } = await program.get(`/metrics?host=${web.id}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(text).toMatch(/^node_load1 0\.5$/m);
    expect(text).toMatch(/^node_filesystem_size_bytes\{[^}]*mountpoint="\/"[^}]*\} \d+$/m);
    expect(text).not.toMatch(/^[^#].*\bhost="|^(vigia|process)_/m);
    const openMetrics = await program.get(`/metrics?host=${web.id}`, {
      accept: 'application/openmetrics-text;version=1.0.0',
    });
    expect(openMetrics.text).toMatch(/^node_load1 0\.5\n(.*\n)*# EOF\n$/m);
  });

  test('is 404 for a host that is unknown or retired, and 503 for one that is silent', async () => {
    const { app, staff, program, retire } = await start();
    const [silent, gone] = [await addHost(staff, 'silent'), await addHost(staff, 'gone')];
    const answer = async (query: string) => {
      const { status, headers, json } = await program.get(`/metrics?${query}`);
      return [status, json<{ code: string }>().code, headers.get('retry-after')];
    };
    expect(await answer(`host=${silent.id}`)).toEqual([503, 'host_silent', '15']);
    await sendSample(app, silent, { cpuPercent: 1 });
    await sendSample(app, gone, { cpuPercent: 1 });
    await app.advance({ seconds: 1 });
    expect((await program.get(`/metrics?host=${silent.id}`)).status).toBe(200);
    await app.advance({ minutes: 3 });
    expect(await answer(`host=${silent.id}`)).toEqual([503, 'host_silent', '15']);
    await retire(gone.id);
    for (const query of [`host=${gone.id}`, 'host=999', 'host=', 'host=x', `host=${silent.id}&host=${silent.id}`])
      expect([query, ...(await answer(query))]).toEqual([query, 404, 'host_not_found', null]);
  });

  test('has a limit of its own, so that a thousand hosts can be scraped', async () => {
    const { app, staff, program } = await start();
    const web = await addHost(staff, 'web-1');
    await sendSample(app, web, { cpuPercent: 20 });
    for (let count = 0; count < 121; count += 1) {
      expect((await program.get(`/metrics?host=${web.id}`)).status).toBe(200);
    }
    expect((await program.get('/metrics')).status).toBe(200);
  });

  test('is for the same callers as /metrics', async () => {
    const { app, staff } = await start();
    const web = await addHost(staff, 'web-1');
    for (const path of [`/metrics?host=${web.id}`, '/metrics?host=999', '/api/v1/http-sd']) {
      const visitor = await app.browser({ accept: 'application/json' }).get(path);
      expect([path, visitor.status]).toEqual([path, 401]);
      expect([path, (await (await app.programAs('eva', ['CONVERT'])).get(path)).status]).toEqual([path, 403]);
    }
  });
});

describe('counters of an agent (contract 14)', () => {
  const families = HostSeries.of([
    counter('node_forks_total', 'Total number of forks.', [{ value: 7 }]),
    gauge('node_load1', '1m load average.', [{ value: 9 }]),
  ]);

  /** Connects an agent that answers questions about its families, unless it hangs. */
  async function connect({ services, clock }: TestApp, token: string) {
    const state = { asked: 0, hangs: false };
    const { channel } = fakeChannel();
    const now = clock.now();
    const agent = await services.agentIntake.admit(createGreeting(token, now), {
      ...channel,
      askFamilies: async () => {
        state.asked += 1;
        if (!state.hangs && typeof agent === 'object') agent.takeFamilies(families);
        return null;
      },
    });
    if (typeof agent === 'string') throw new Error(agent);
    const sample = () => agent.takeSample(sampleAt(clock.now().getTime()), clock.now().getTime());
    sample();
    return { state, sample };
  }

  test('are asked for by a scrape, and are there in place of what its sample tells', async () => {
    const { app, staff, program } = await start();
    const web = await addHost(staff, 'web-1');
    const { state, sample } = await connect(app, web.token);
    await app.advance({ minutes: 1 });
    sample();
    expect(state.asked).toBe(0);
    const one = (await program.get(`/metrics?host=${web.id}`)).text;
    expect(one).toBe(
      '# HELP node_forks_total Total number of forks.\n# TYPE node_forks_total counter\nnode_forks_total 7\n' +
        '# HELP node_load1 1m load average.\n# TYPE node_load1 gauge\nnode_load1 9\n',
    );
    const all = (await program.get('/metrics')).text;
    const ofHost = all.match(/^node_\w+\{host="web-1".*$/gm);
    expect(ofHost?.toSorted()).toEqual(['node_forks_total{host="web-1"} 7', 'node_load1{host="web-1"} 9']);
    expect(all).toContain('vigia_host_up{host="web-1"} 1');
    expect(state.asked).toBe(1);
  });

  test('are left out, not replaced by fewer figures of its sample, while it does not tell them', async () => {
    const { app, staff, program } = await start();
    const web = await addHost(staff, 'web-1');
    const { state } = await connect(app, web.token);
    state.hangs = true;
    const all = (await program.get('/metrics')).text;
    expect(all.match(/^node_\w+\{host="web-1".*$/gm)).toBeNull();
    expect(all).toContain('vigia_host_up{host="web-1"} 1');
  });
});

describe('GET /api/v1/http-sd (contract 14)', () => {
  test('lists each host that is not retired with its name and tags', async () => {
    const { app, staff, targets, retire } = await start();
    const [web, other, gone] = [
      await addHost(staff, 'web', ['produção', 'a-b']),
      await addHost(staff, 'db', ['a.b']),
      await addHost(staff, 'gone', ['x']),
    ];
    await retire(gone.id);
    const [own, ...others] = await targets();
    expect(own?.labels).toMatchObject({ __param_host: '1' });
    const common = { __scheme__: 'http', __metrics_path__: '/metrics' };
    const address = [`127.0.0.1:${app.port}`];
    expect(others).toEqual([
      {
        targets: address,
        labels: { ...common, __param_host: web.id, instance: 'web', tag_producao: 'true', tag_a_b: 'true' },
      },
      { targets: address, labels: { ...common, __param_host: other.id, instance: 'db', tag_a_b_2: 'true' } },
    ]);
  });

  test('gives hosts of one name different instances, the ones that /metrics has as hosts', async () => {
    const { app, targets, program } = await start();
    const now = app.clock.now();
    for (const name of ['web', 'web (4)', 'web']) await addAgentHost(app.database, { name, now });
    const instances = (await targets()).map(({ labels }) => labels.instance);
    expect(new Set(instances).size).toBe(4);
    const { text } = await program.get('/metrics');
    expect([...text.matchAll(/^vigia_host_up\{host="([^"]+)"\}/gm)].map(([, host]) => host)).toEqual(instances);
  });

  test('names the service as the scraper has reached it, by https where that is its public address', async () => {
    const { app, program } = await start({ PUBLIC_URL: 'https://vigia.test', ALLOWED_HOSTS: 'vigia' });
    const addressBy = async (host?: string) => {
      const headers = { authorization: `Bearer ${program.token}`, ...(host && { host }) };
      const { text } = await sendRaw(app, 'GET', '/api/v1/http-sd', { headers });
      const [target] = JSON.parse(text) as Target[];
      return [target?.labels.__scheme__, target?.targets[0]];
    };
    expect(await addressBy()).toEqual(['http', `127.0.0.1:${app.port}`]);
    expect(await addressBy('vigia:8000')).toEqual(['http', 'vigia:8000']);
    expect(await addressBy('vigia.test')).toEqual(['https', 'vigia.test']);
  });
});
