import { getIntrospectionQuery } from 'graphql';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientPages, TERMS_TEXT_PATH } from '../../../src/app/client-pages.js';
import { restRoutes } from '../../../src/app/rest-routes.js';
import { createSchema } from '../../../src/app/schema.js';
import { TopicPubSub } from '../../../src/platform/graphql/pub-sub.js';
import { BEHIND_PROXY } from '../../support/accounts/login-methods.js';
import type { Browser } from '../../support/http/browser.js';
import { rootFields } from '../../support/root-fields.js';
import { createTestApp } from '../../support/test-app.js';

/** Uses services that are never called: only the marks of the fields matter. */
const schema = createSchema(undefined as never, new TopicPubSub());
const fields = rootFields(schema);
const queries = schema.getQueryType()?.getFields() ?? {};
const calculations = Object.values(queries)
  .filter(({ extensions }) => extensions.scope === 'CONVERT')
  .map(({ name }) => `query ${name}`);

const CONVERT = '{ convert(type: HEX2DEC, value: "ff") { result } }';
const REST = '/sistema/conversor/api/v1/converter?type=hex2dec&value=ff';
const IN_JSON = { accept: 'application/json' };

interface Result {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { readonly extensions: { readonly code: string; readonly retryAfter?: number } }[];
}

function openApp(environment: Record<string, string> = {}) {
  return createTestApp({ environment: { PUBLIC_CONVERTER: 'true', ...BEHIND_PROXY, ...environment } });
}

/** Returns an operation with `count` aliased calculations of a cheap field. */
function buildCalculations(count: number): string {
  const calls = Array.from({ length: count }, (_, index) => `a${index}: logic(operation: NOT, value1: 1)`);
  return `{ ${calls.join(' ')} }`;
}

/** Uses up a network's limit for this minute. */
async function useUp(caller: Browser): Promise<void> {
  for (let batch = 0; batch < 12; batch += 1) {
    const { status, text } = await caller.graphql(buildCalculations(10));
    expect([status, text]).toEqual([200, expect.not.stringContaining('errors')]);
  }
}

async function codeOf(caller: Browser, query: string): Promise<string | undefined> {
  const { errors = [] } = (await caller.graphql(query)).json<Result>();
  const [first] = errors;
  if (first?.extensions.code === 'GRAPHQL_VALIDATION_FAILED') throw new Error(`${query} is not valid`);
  return first?.extensions.code;
}

/** Returns the query and mutation fields that respond to a visitor, even if only with an error about the arguments. */
async function answeredFields(visitor: Browser): Promise<string[]> {
  const answered: string[] = [];
  for (const { name, kind, document } of fields) {
    const code = await codeOf(visitor, document);
    // A subscription sent by POST is rejected before authentication.
    if (kind === 'subscription') expect([name, code]).toEqual([name, 'BAD_USER_INPUT']);
    else if (code !== 'UNAUTHENTICATED') answered.push(name);
  }
  return answered;
}

/** Returns the answers that a visitor only gets if the converter is public. */
async function gained(answersOf: (visitor: Browser) => Promise<string[]>): Promise<string[]> {
  const before = await answersOf((await openApp({ PUBLIC_CONVERTER: 'false' })).browser());
  const now = await answersOf((await openApp()).browser());
  expect(now).toEqual(expect.arrayContaining(before));
  return now.filter((name) => !before.includes(name));
}

describe('a visitor of the public converter reaches nothing else (contract 15, promise 52)', () => {
  test('of all fields of the roots the calculations answer, and what answers visitors in any case', async () => {
    expect((await gained(answeredFields)).sort()).toEqual(calculations.sort());
    expect(calculations.length).toBeGreaterThanOrEqual(6);
  });

  test('over WebSocket nothing answers: who is nobody is closed with 4401', async () => {
    const app = await openApp();
    const live = app.live({ headers: { origin: app.baseUrl } });
    await expect(live.iterate({ query: CONVERT }).next()).rejects.toMatchObject({ code: 4401 });
  });

  test('no address of REST answers', async () => {
    const visitor = (await openApp()).browser(IN_JSON);
    const guarded = restRoutes.filter(({ open, method }) => !open && method === 'GET');
    const addresses = guarded.flatMap((route) => route.addresses);
    expect(addresses.length).toBeGreaterThanOrEqual(6);
    for (const address of [...addresses, REST, '/metrics']) {
      expect([address, (await visitor.get(address)).status]).toEqual([address, 401]);
    }
  });

  test('of all pages the converter is shown, every other is as it was', async () => {
    const addresses = [...clientPages.map(({ path }) => path), TERMS_TEXT_PATH, '/graphql'];
    const shownTo = async (visitor: Browser) => {
      const shown: string[] = [];
      for (const address of addresses) {
        const { status, headers } = await visitor.get(address);
        if (status === 200) shown.push(address);
        else expect([address, headers.get('location')]).toEqual([address, expect.stringMatching(/\/login\/\?next=/)]);
      }
      return shown;
    };
    const shown = await gained(shownTo);
    expect(shown).toEqual(addresses.filter((address) => address.startsWith('/sistema/conversor/')));
    expect(shown.length).toBeGreaterThanOrEqual(5);
  });

  test('what is private in an operation with a calculation is refused, and nothing of it is told', async () => {
    const app = await openApp();
    await app.loginAs('ana');
    const visitor = app.browser();
    const open = await answeredFields(app.browser({ 'x-forwarded-for': '192.0.2.1' }));
    const closed = fields.filter(({ name, kind }) => kind === 'query' && !open.includes(name));
    expect(closed.length).toBeGreaterThan(30);
    for (const { name, document } of closed) {
      const mixed = document.replace('{', '{ logic(operation: NOT, value1: 1)');
      const { data, errors } = (await visitor.graphql(mixed)).json<Result>();
      expect([name, errors?.[0]?.extensions.code]).toEqual([name, 'UNAUTHENTICATED']);
      // A null in this nullable field does not affect the calculation's answer.
      if (data) expect(data).toEqual({ logic: 0, [name.replace('query ', '')]: null });
    }
    const person = await visitor.graphql('{ me { username } convert(type: HEX2DEC, value: "ff") { result } }');
    expect(person.json<Result>().data).toEqual({ me: null, convert: { result: '255' } });
  });

  test('the schema, a batch and a mutation are refused as ever, and a query by GET answers as by POST', async () => {
    const visitor = (await openApp()).browser();
    expect((await visitor.graphql(getIntrospectionQuery())).status).toBe(401);
    expect((await visitor.graphql('{ __type(name: "User") { name } }')).status).toBe(401);
    const headers = { ...IN_JSON, 'content-type': 'application/json' };
    const batch = await visitor.request('POST', '/graphql', { body: JSON.stringify([{ query: CONVERT }]), headers });
    expect(batch.status).toBe(400);
    expect((await visitor.graphql('mutation { endOtherSessions }')).status).toBe(401);
    const byGet = await visitor.get(`/graphql?query=${encodeURIComponent(CONVERT)}`, headers);
    expect([byGet.status, byGet.json()]).toEqual([200, { data: { convert: { result: '255' } } }]);
  });

  test('a token that is not valid is refused, one without the scope too, and an ended session is a visitor', async () => {
    const app = await openApp();
    const refused = await app.browser({ authorization: 'Bearer x.y.z' }).graphql(CONVERT);
    expect(refused.status).toBe(401);
    const reader = await app.programAs('ana', ['READ']);
    expect((await reader.graphql(CONVERT)).status).toBe(403);
    const ended = app.browser();
    ended.cookies.set('sessionid', 'x'.repeat(43));
    expect((await ended.graphql(CONVERT)).status).toBe(200);
  });
});

describe('calculations of visitors are 120 a minute and network (contract 15)', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('one more is refused with the time to wait, each field of an operation counts, and the next minute is new', async () => {
    const app = await openApp();
    const visitor = app.browser({ 'x-forwarded-for': '192.0.2.1' });
    await useUp(visitor);
    const refused = await visitor.graphql(CONVERT);
    const wait = Number(refused.headers.get('retry-after'));
    expect([refused.status, wait > 50 && wait <= 60]).toEqual([429, true]);
    expect(refused.json<Result>().errors?.[0]?.extensions).toEqual({ code: 'RATE_LIMITED', retryAfter: wait });
    // The limit applies neither to another household's address nor to requests without calculations.
    expect((await app.browser({ 'x-forwarded-for': '192.0.2.2' }).graphql(CONVERT)).status).toBe(200);
    expect((await visitor.graphql('{ me { username } }')).status).toBe(200);
    expect((await visitor.get('/sistema/conversor/')).status).toBe(200);
    vi.setSystemTime(Date.now() + 60_000);
    expect((await visitor.graphql(CONVERT)).status).toBe(200);
  });

  test('who is signed in is neither counted nor refused', async () => {
    const app = await openApp();
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    const script = await app.scriptAs();
    const asAna = { ...headers, authorization: `Bearer ${script.access}` };
    for (let batch = 0; batch < 13; batch += 1) {
      expect((await app.browser(asAna).graphql(buildCalculations(10))).status).toBe(200);
    }
    const visitor = app.browser(headers);
    await useUp(visitor);
    expect((await visitor.graphql(CONVERT)).status).toBe(429);
    expect((await app.browser(asAna).graphql(CONVERT)).status).toBe(200);
  });

  test('an IPv6 /64 is one network, and the addresses of a /24 together have four times as many', async () => {
    const app = await openApp();
    await useUp(app.browser({ 'x-forwarded-for': '2001:db8:1:2::1' }));
    const neighbour = app.browser({ 'x-forwarded-for': '2001:db8:1:2:aaaa::9' });
    expect((await neighbour.graphql(CONVERT)).status).toBe(429);
    for (let host = 1; host <= 4; host += 1) await useUp(app.browser({ 'x-forwarded-for': `198.51.100.${host}` }));
    expect((await app.browser({ 'x-forwarded-for': '198.51.100.5' }).graphql(CONVERT)).status).toBe(429);
    expect((await app.browser({ 'x-forwarded-for': '198.51.101.5' }).graphql(CONVERT)).status).toBe(200);
  });
});
