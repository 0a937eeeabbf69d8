import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Answer } from '../support/browser.js';
import { createTestApp } from '../support/test-app.js';

const ADDRESSES = ['/sistema/monitoramento/api/v1/metrics', '/sistema/monitoramento/v1/metrics-api'] as const;
const QUERY = '{ metrics { cpuPercent ramPercent ramTotal ramUsed memoryUsed memoryTotal sampledAt } }';

describe('metrics (specification 4.6, contract 4)', () => {
  test('have the six fields of the specification and nothing else, at both addresses', async () => {
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
      const asked = (await person.graphql(QUERY)).json<{ data: { metrics: Record<string, unknown> } }>().data.metrics;
      const rest = (await person.get(ADDRESSES[0])).json<{ data: Record<string, unknown> }>().data;
      expect(push).toEqual(asked);
      expect(asked).toMatchObject({ cpuPercent, sampledAt: app.clock.now().toISOString() });
      expect(rest).toEqual({
        cpu_percent: asked.cpuPercent,
        ram_percent: asked.ramPercent,
        ram_total: asked.ramTotal,
        ram_used: asked.ramUsed,
        memory_used: asked.memoryUsed,
        memory_total: asked.memoryTotal,
      });
      await app.advance({ seconds: 5 });
    }
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

describe('the rate limit of metrics (specification 8, promise 9)', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is twenty a minute for a user over both addresses, both faces and both ways of authenticating', async () => {
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

  test('does not count refused visitors', async () => {
    const app = await createTestApp();
    for (let call = 0; call < 25; call += 1) expect((await app.browser().get(ADDRESSES[0])).status).toBe(401);
    expect((await (await app.scriptAs()).get(ADDRESSES[0])).status).toBe(200);
  });
});
