import { Client, fetchExchange } from '@urql/core';
import { describe, expect, test } from 'vitest';
import { sendRaw } from '../../../support/http/sources.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

const ME = '{ me { username } }';

type Headers = Readonly<Record<string, string>>;

/** Sends an operation by GET, with no header but these. */
async function ask(app: TestApp, headers: Headers, query = ME, method = 'GET') {
  const path = `/graphql?query=${encodeURIComponent(query)}`;
  const { status, text } = await sendRaw(app, method, path, { headers });
  return { status, text, body: text === '' ? undefined : JSON.parse(text) };
}

async function cookieOf(app: TestApp): Promise<string> {
  return `sessionid=${(await app.loginAs('ana')).cookies.get('sessionid')}`;
}

describe('a query by GET (decision 004)', () => {
  test('needs no more than a token, from anywhere', async () => {
    const app = await createTestApp();
    const authorization = `Bearer ${(await app.scriptAs('ana')).access}`;
    const cookie = await cookieOf(app);
    const others: Headers[] = [{}, { cookie }, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }];
    for (const more of others) {
      const { status, body } = await ask(app, { authorization, ...more });
      expect([more, status, body]).toEqual([more, 200, { data: { me: { username: 'ana' } } }]);
    }
  });

  test('needs nothing from a visitor, whom no cookie can make somebody else', async () => {
    const app = await createTestApp();
    expect((await ask(app, {})).body).toEqual({ data: { me: null } });
    expect((await ask(app, {}, '{ metrics { cpuPercent } }')).status).toBe(401);
  });

  test.each([
    ['Sec-Fetch-Site', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['an Origin', (self: string) => ({ origin: self })],
    ['a Referer', (self: string) => ({ referer: `${self}/conta/` })],
  ] as const)('needs no more than a session from a page of this site, shown by %s', async (_name, headersOf) => {
    const app = await createTestApp();
    const { status, body } = await ask(app, { cookie: await cookieOf(app), ...headersOf(app.baseUrl) });
    expect([status, body]).toEqual([200, { data: { me: { username: 'ana' } } }]);
  });

  test.each<[string, Headers]>([
    ['nothing', {}],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['another page', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: 'null' }],
    ['another referer', { referer: 'https://evil.example/' }],
  ])('with a session and %s is refused, with what to send instead', async (_name, headers) => {
    const app = await createTestApp();
    const cookie = await cookieOf(app);
    const { status, body } = await ask(app, { cookie, ...headers });
    expect([status, body]).toEqual([
      400,
      {
        errors: [
          {
            message: expect.stringMatching(/^Send the query by POST, with Authorization: Bearer <token>, or with the/),
            extensions: { code: 'BAD_USER_INPUT' },
          },
        ],
      },
    ]);
  });

  test.each(['apollo-require-preflight', 'x-apollo-operation-name', 'x-csrftoken'])(
    'may show by %s that a browser has asked first; cookies of other sites still count for nothing',
    async (header) => {
      const app = await createTestApp();
      const headers = { cookie: await cookieOf(app), [header]: '1' };
      expect((await ask(app, headers)).body).toEqual({ data: { me: { username: 'ana' } } });
      expect((await ask(app, { ...headers, origin: 'https://evil.example' })).body).toEqual({ data: { me: null } });
    },
  );

  test('is what urql sends with its defaults, and gets its answer', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs('ana');
    const methods: (string | undefined)[] = [];
    const client = new Client({
      url: `${app.baseUrl}/graphql`,
      exchanges: [fetchExchange],
      fetchOptions: { headers: { authorization: `Bearer ${access}` } },
      fetch: (input, init) => {
        methods.push(init?.method);
        return fetch(input, init);
      },
    });
    expect((await client.query(ME, {})).data).toEqual({ me: { username: 'ana' } });
    const change = 'mutation { changePreferences(theme: DARK) { theme } }';
    expect((await client.mutation(change, {})).data).toEqual({ changePreferences: { theme: 'DARK' } });
    expect(methods).toEqual(['GET', 'POST']);
  });

  test('follows HEAD', async () => {
    const app = await createTestApp();
    const { status, text } = await ask(app, {}, ME, 'HEAD');
    expect([status, text]).toEqual([200, '']);
  });
});

describe('another operation by GET', () => {
  test('a mutation is 405, with what to send instead', async () => {
    const app = await createTestApp();
    const mutation = 'mutation { login(username: "a", password: "b") { access } }';
    const answer = await app.browser().get(`/graphql?query=${encodeURIComponent(mutation)}`, {
      accept: 'application/json',
    });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect(answer.json()).toEqual({
      errors: [
        {
          message: 'Envie mutações por POST: por GET só há consultas.',
          extensions: { code: 'METHOD_NOT_ALLOWED' },
        },
      ],
    });
  });

  test('a subscription is 400 and says where subscriptions go', async () => {
    const app = await createTestApp();
    const { status, body } = await ask(app, {}, 'subscription { metrics { cpuPercent } }');
    expect([status, body.errors[0].message]).toEqual([
      400,
      'Subscribe over WebSocket (graphql-transport-ws) at this address, or by POST to /graphql/stream (text/event-stream).',
    ]);
  });
});
