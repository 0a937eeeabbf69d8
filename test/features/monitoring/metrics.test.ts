import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hostSources } from '../../../src/features/monitoring/host/host-metrics.js';
import { fieldMeasures, measureNames, measures } from '../../../src/features/monitoring/measures.js';
import { fakeFileSystem } from '../../support/fakes/fake-file-system.js';
import { startFakeGemini } from '../../support/fakes/fake-gemini.js';
import type { Answer } from '../../support/http/browser.js';
import { createTestApp } from '../../support/test-app.js';

const ADDRESSES = ['/sistema/monitoramento/api/v1/metrics', '/sistema/monitoramento/v1/metrics-api'] as const;
const QUERY = '{ metrics { cpuPercent ramPercent ramTotal ramUsed memoryUsed memoryTotal sampledAt } }';

describe('metrics (contract 4)', () => {
  test('have the six fields and nothing else, at both addresses', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    for (const address of ADDRESSES) {
      const answer = await script.get(address);
      expect(answer.status).toBe(200);
      expect(answer.json()).toEqual({
        data: { cpu_percent: 11, ram_percent: 25, ram_total: 16, ram_used: 4, memory_used: 25, memory_total: 100 },
      });
    }
  });

  test('are the same sample over REST, GraphQL and the subscription, and change together', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const pushed = app.live({ as: person }).iterate<{ metrics: object }>({ query: `subscription ${QUERY}` });
    for (const cpuPercent of [11, 12, 13]) {
      const push = (await pushed.next()).value?.data?.metrics;
      const queried = (await person.graphql(QUERY)).json<{ data: { metrics: Record<string, unknown> } }>().data.metrics;
      const rest = (await person.get(ADDRESSES[0])).json<{ data: Record<string, unknown> }>().data;
      expect(push).toEqual(queried);
      expect(queried).toMatchObject({ cpuPercent, sampledAt: app.clock.now().toISOString() });
      expect(rest).toEqual({
        cpu_percent: queried.cpuPercent,
        ram_percent: queried.ramPercent,
        ram_total: queried.ramTotal,
        ram_used: queried.ramUsed,
        memory_used: queried.memoryUsed,
        memory_total: queried.memoryTotal,
      });
      await app.advance({ seconds: 5 });
    }
  });

  test('and the history of the same time has the same figures', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const from = app.clock.now().toISOString();
    const fields = `${fieldMeasures.join(' ')} loadAverage { one }`;
    const samples: Record<string, unknown>[] = [];
    for (let tick = 0; tick < 20; tick += 1) {
      const queried = (await person.graphql(`{ metrics { sampledAt ${fields} } }`)).json<MetricsAnswer>().data.metrics;
      samples.push({ ...queried, loadAverage: (queried.loadAverage as { one: number }).one });
      await app.advance({ seconds: 5 });
    }
    const answer = await person.graphql(
      `query ($from: String!) { metricsHistory(from: $from, points: 100) {
        at stepSeconds resolution ${measureNames.map((name) => `${name} { minimum average maximum }`).join(' ')}
      } }`,
      { from },
    );
    const { at, stepSeconds, resolution, ...series } = answer.json<HistoryAnswer>().data.metricsHistory;
    expect([stepSeconds, resolution]).toEqual([0, 'SAMPLES']);
    // The last point is the sample that arrived during the query for the others.
    expect(at.slice(0, -1)).toEqual(samples.map(({ sampledAt }) => sampledAt));
    for (const name of measureNames) {
      const queried = samples.map((sample) => sample[name]);
      for (const kind of ['minimum', 'average', 'maximum']) expect(series[name]?.[kind]?.slice(0, -1)).toEqual(queried);
    }
  });

  test('have a temperature as the host reports it, below zero too, and gaps in the history where it does not', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const from = new Date(app.clock.now().getTime() + 1).toISOString();
    const pushed = app.live({ as: person }).iterate<{ metrics: { cpuTemperatureCelsius: number | null } }>({
      query: 'subscription { metrics { cpuTemperatureCelsius } }',
    });
    expect((await pushed.next()).value?.data?.metrics.cpuTemperatureCelsius).toBe(54.4);
    for (const [celsius, shown] of [
      [-12.345, -12.3],
      [0, 0],
      [null, null],
      [101.06, 101.1],
    ]) {
      app.host.reading = { ...app.host.reading, cpuTemperatureCelsius: celsius ?? null };
      await app.advance({ seconds: 5 });
      expect((await pushed.next()).value?.data?.metrics.cpuTemperatureCelsius).toBe(shown);
    }
    await app.services.history.flush();
    const query =
      'query ($from: String!) { metricsHistory(from: $from) { cpuTemperatureCelsius { minimum maximum } } }';
    const { data } = (await person.graphql(query, { from })).json<HistoryAnswer>();
    const figures = [-12.3, 0, null, 101.1];
    expect(data.metricsHistory.cpuTemperatureCelsius).toEqual({ minimum: figures, maximum: figures });
  });

  test('name every part of the host that may not answer', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    app.host.reading = { ...app.host.reading, stale: hostSources };
    await app.advance({ seconds: 5 });
    const { stale } = (await person.graphql('{ metrics { stale } }')).json<MetricsAnswer>().data.metrics;
    expect(stale).toEqual('CPU TEMPERATURE MEMORY DISK NETWORK DISK_ACTIVITY FILE_SYSTEMS LIMITS'.split(' '));
  });

  test('and the prompt of an AI at that time has the same figures', async () => {
    const provider = await startFakeGemini();
    const app = await createTestApp({ environment: provider.environment });
    const person = await app.loginAs();
    app.host.reading = { ...app.host.reading, cpuPercent: 41.26 };
    await app.advance({ seconds: 5 });
    const first: readonly string[] = ['cpuPercent', 'ramPercent', 'diskPercent'];
    const others = fieldMeasures.filter((name) => measures[name].unit === 'percent' && !first.includes(name));
    const percents = [...first, ...others];
    const answer = await person.graphql(`{ metrics { sampledAt ${percents.join(' ')} } analysis { sampledAt } }`);
    const { metrics, analysis } = answer.json<{ data: Record<string, Record<string, unknown>> }>().data;
    expect(analysis?.sampledAt).toBe(metrics?.sampledAt);
    const prompt = provider.calls[0]?.body.contents[0]?.parts[0]?.text ?? '';
    const now = prompt.slice(prompt.indexOf('Agora:'), prompt.indexOf('Na última hora'));
    const figures = [...now.matchAll(/: ([\d,]+) %/g)].map(([, figure = '']) => Number(figure.replace(',', '.')));
    expect(figures).toEqual(percents.map((name) => metrics?.[name]));
    expect(metrics?.cpuPercent).toBe(42.3);
  });

  test('tell more than the six, and what has not answered', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const more = `{ metrics { corePercents cpuTemperatureCelsius loadAverage { one five fifteen } swapTotal swapUsed swapPercent diskPercent
      networkReceived networkSent diskRead diskWritten uptimeSeconds ramUsedBytes diskUsedBytes diskAvailableBytes stale
      limits { memoryLimit memoryUsed processors }
      fileSystems { path type total used usedPercent readOnly stale } } }`;
    expect((await person.graphql(more)).json<MetricsAnswer>().data.metrics).toEqual({
      corePercents: [8, 10],
      cpuTemperatureCelsius: 54.4,
      loadAverage: { one: 0.5, five: 0.25, fifteen: 0.13 },
      swapTotal: 4,
      swapUsed: 1,
      swapPercent: 25,
      diskPercent: 25,
      networkReceived: 1000,
      networkSent: 200,
      diskRead: 4096,
      diskWritten: 8192,
      uptimeSeconds: 3600,
      ramUsedBytes: 4 * 1024 ** 3,
      diskUsedBytes: 25 * 1024 ** 3,
      diskAvailableBytes: 75 * 1024 ** 3,
      stale: [],
      limits: null,
      fileSystems: [{ path: '/', type: 'ext4', total: 100, used: 25, usedPercent: 25, readOnly: false, stale: false }],
    });
    app.host.reading = {
      ...app.host.reading,
      stale: ['fileSystems', 'diskActivity'],
      limits: { memoryLimitBytes: 1024 ** 3, memoryUsedBytes: 0.5 * 1024 ** 3, processors: 1.5 },
      fileSystems: [fakeFileSystem({ path: '/mnt', totalBytes: null, usedBytes: null, stale: true })],
      cpuTemperatureCelsius: null,
      network: null,
      loadAverage: null,
    };
    await app.advance({ seconds: 5 });
    expect((await person.graphql(more)).json<MetricsAnswer>().data.metrics).toMatchObject({
      stale: ['FILE_SYSTEMS', 'DISK_ACTIVITY'],
      limits: { memoryLimit: 1, memoryUsed: 0.5, processors: 1.5 },
      fileSystems: [{ path: '/mnt', total: null, used: null, usedPercent: null, stale: true }],
      cpuTemperatureCelsius: null,
      networkReceived: null,
      loadAverage: null,
    });
    const logged = () => app.lines.filter((line) => /do not answer|answers again/.test(line)).length;
    expect(logged()).toBe(1);
    await app.advance({ seconds: 5 });
    expect(logged()).toBe(1);
    app.host.reading = { ...app.host.reading, stale: [] };
    await app.advance({ seconds: 5 });
    expect(logged()).toBe(2);
    expect(app.lines.at(-1)).toContain('"sources":["fileSystems","diskActivity"]');
  });

  test('name the busiest processes to staff only', async () => {
    const app = await createTestApp();
    const query = '{ busiestProcesses { byCpu { id name cpuPercent } byRam { id name ramBytes } } }';
    const [visitor, person] = [app.browser(), await app.loginAs()];
    expect((await visitor.graphql(query)).status).toBe(401);
    const rejected = await person.graphql(query);
    expect([rejected.status, rejected.json<ErrorAnswer>().errors[0]?.extensions.code]).toEqual([403, 'FORBIDDEN']);
    const staff = await app.loginAs('root', { isStaff: true });
    const answer = (await staff.graphql(query)).json<{ data: { busiestProcesses: unknown } }>();
    if (process.platform !== 'linux') expect(answer.data.busiestProcesses).toBeNull();
    else expect(answer.data.busiestProcesses).toMatchObject({ byRam: expect.arrayContaining([expect.anything()]) });
  });

  test('are for signed-in callers: a session cookie or a bearer token', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const script = await app.scriptAs();
    expect((await app.browser().get(ADDRESSES[0])).status).toBe(401);
    expect((await person.get(ADDRESSES[0])).status).toBe(200);
    expect((await script.get(ADDRESSES[0])).status).toBe(200);
  });
});

describe('the history over GraphQL', () => {
  const HISTORY = `query ($from: String!, $to: String, $points: Int) {
    metricsHistory(from: $from, to: $to, points: $points) { at }
  }`;

  test.each([
    [{ from: 'yesterday' }, 'from'],
    [{ from: '2026-01-01' }, 'from'],
    [{ from: '2026-01-01T00:00:00' }, 'from'],
    [{ from: '2026-13-01T00:00:00Z' }, 'from'],
    [{ from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'to'],
    [{ from: '2026-01-01T00:00:00Z', to: "'; drop table users" }, 'to'],
    [{ from: '2026-01-01T00:00:00Z', points: 1 }, 'points'],
    [{ from: '2026-01-01T00:00:00Z', points: 751 }, 'points'],
  ])('%j is refused by the name of what is wrong', async (variables, field) => {
    const app = await createTestApp();
    const answer = await (await app.loginAs()).graphql(HISTORY, variables);
    expect(answer.status).toBe(400);
    const { code, fields } = answer.json<ErrorAnswer>().errors[0]?.extensions ?? {};
    expect([code, Object.keys(fields ?? {})]).toEqual(['BAD_USER_INPUT', [field]]);
  });

  test('is asked for once an operation, on both transports', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const once = 'metricsHistory(from: "2026-01-01T00:00:00Z") { at cpuPercent { average } }';
    const twice = `{ a: ${once} b: ${once} }`;
    expect((await person.graphql(`{ ${once} }`)).status).toBe(200);
    const rejected = await person.graphql(twice);
    expect([rejected.status, rejected.text]).toEqual([400, expect.stringContaining('custa')]);
    const live = app.live({ as: person }).iterate({ query: twice });
    await expect(live.next()).rejects.toMatchObject([{ message: expect.stringContaining('custa') }]);
  });

  test('takes any time zone, and any range', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    for (const from of ['1970-01-01T00:00:00Z', '2026-01-02T00:04:00-03:00', '0000-01-01T00:00Z']) {
      const answer = await script.graphql(HISTORY, { from, to: '9999-12-31T23:59:59+14:00', points: 750 });
      expect([from, answer.status]).toEqual([from, 200]);
    }
    expect((await app.browser().graphql(HISTORY, { from: '1970-01-01T00:00:00Z' })).status).toBe(401);
  });

  test('is there after the service was stopped in order', async () => {
    const app = await createTestApp();
    const from = app.clock.now().toISOString();
    await app.advance({ seconds: 10 });
    await app.services.history.flush();
    const answer = await (await app.scriptAs()).graphql(HISTORY, { from });
    expect(answer.json<HistoryAnswer>().data.metricsHistory.at).toHaveLength(3);
  });
});

interface MetricsAnswer {
  readonly data: { readonly metrics: Record<string, unknown> };
}

interface HistoryAnswer {
  readonly data: {
    readonly metricsHistory: { at: string[]; stepSeconds: number; resolution: string } & Record<
      string,
      Record<string, unknown[]>
    >;
  };
}

interface ErrorAnswer {
  readonly errors: { readonly extensions: { code: string; fields?: Record<string, string[]> } }[];
}

describe('the rate limit of metrics (contract 4, promise 9)', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is twenty a minute for a user over both addresses, both transports and both ways of authenticating', async () => {
    const app = await createTestApp();
    const person = await app.loginAs('ana');
    const script = await app.scriptAs('ana');
    const calls: (() => Promise<Answer>)[] = [
      () => person.get(ADDRESSES[0]),
      () => script.get(ADDRESSES[1]),
      () => person.graphql(QUERY),
      () => script.graphql(QUERY),
    ];
    for (let call = 0; call < 20; call += 1) expect((await calls[call % 4]?.())?.status).toBe(200);
    const rest = await script.get(ADDRESSES[0]);
    expect(rest.status).toBe(429);
    expect(rest.json()).toMatchObject({ code: 'rate_limited' });
    expect(Number(rest.headers.get('retry-after'))).toBeGreaterThan(55);
    const graphql = await person.graphql(QUERY);
    expect(graphql.status).toBe(429);
    expect(graphql.headers.get('retry-after')).toBe(rest.headers.get('retry-after'));
    expect(graphql.json()).toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED', retryAfter: Number(rest.headers.get('retry-after')) } }],
    });
  });

  test('leaves other users alone, and costs one for each alias', async () => {
    const app = await createTestApp();
    const ana = await app.scriptAs('ana');
    const bia = await app.scriptAs('bia');
    const aliases = `{ ${Array.from({ length: 10 }, (_, n) => `m${n}: metrics { cpuPercent }`).join(' ')} }`;
    expect((await ana.graphql(aliases)).status).toBe(200);
    expect((await ana.graphql(aliases)).status).toBe(200);
    expect((await ana.get(ADDRESSES[0])).status).toBe(429);
    expect((await bia.get(ADDRESSES[0])).status).toBe(200);
  });

  test('is over 60 s after the first counted call, and not before', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    for (let call = 0; call < 20; call += 1) await script.get(ADDRESSES[0]);
    vi.setSystemTime(Date.now() + 59_000);
    expect((await script.get(ADDRESSES[0])).status).toBe(429);
    vi.setSystemTime(Date.now() + 1001);
    expect((await script.get(ADDRESSES[0])).status).toBe(200);
  });

  test('does not count rejected visitors', async () => {
    const app = await createTestApp();
    for (let call = 0; call < 25; call += 1) expect((await app.browser().get(ADDRESSES[0])).status).toBe(401);
    expect((await (await app.scriptAs()).get(ADDRESSES[0])).status).toBe(200);
  });
});
