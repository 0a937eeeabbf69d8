import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Browser } from '../../../support/http/browser.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const USUAL = 64 * 1024;
const LARGE = 1280 * 1024;

/** Returns a GraphQL query with exactly this number of bytes. */
function queryOf(bytes: number): string {
  const bare = JSON.stringify({ query: '{ me { username } }', variables: { padding: '' } });
  return bare.replace('""', `"${'x'.repeat(bytes - bare.length)}"`);
}

interface Sent {
  readonly path?: string;
  readonly type?: string;
  readonly cookie?: string | undefined;
  readonly authorization?: string | undefined;
  readonly chunked?: boolean;
}

const cookieOf = (browser: Browser) => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Sends a raw body, then a query on the same connection. @returns both statuses and the first response. */
async function send(app: TestApp, body: string, sent: Sent = {}) {
  const { path = '/graphql', type = 'application/json', cookie, authorization, chunked } = sent;
  const socket = connect(app.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Accept-Language: en',
    `Content-Type: ${type}`,
    chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${Buffer.byteLength(body)}`,
    ...(cookie ? [`Cookie: ${cookie}`] : []),
    ...(authorization ? [`Authorization: ${authorization}`] : []),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  for (let begin = 0; begin < body.length; begin += 50_000) {
    const part = body.slice(begin, begin + 50_000);
    socket.write(chunked ? `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n` : part);
  }
  if (chunked) socket.write('0\r\n\r\n');
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await once(socket, 'close');
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  return { statuses, received };
}

const tooLarge = (limit: string) => ({
  statuses: [413, 200],
  received: expect.stringContaining(`Send at most ${limit} KiB: the request body is larger.`),
});

describe('the length of a body (contract 8)', () => {
  test.each([
    ['of known length', false],
    ['in chunks', true],
  ])(
    '%s: the staff may send 1,280 KiB to GraphQL, everybody else 64 KiB, and no connection hangs',
    async (_how, chunked) => {
      const app = await createTestApp();
      const token = (script: { access: string }) => ({ authorization: `Bearer ${script.access}`, chunked });
      const staff = [
        { cookie: cookieOf(await app.loginAs('eva', { isStaff: true })), chunked },
        token(await app.scriptAs('eva')),
      ];
      const others = [
        { chunked },
        { cookie: cookieOf(await app.loginAs()), chunked },
        token(await app.scriptAs()),
        { cookie: 'sessionid=unknown', chunked },
      ];
      for (const sent of staff) {
        expect((await send(app, queryOf(LARGE), sent)).statuses).toEqual([200, 200]);
        expect(await send(app, queryOf(LARGE + 1), sent)).toMatchObject(tooLarge('1,280'));
      }
      for (const sent of others) {
        expect((await send(app, queryOf(USUAL), sent)).statuses).toEqual([200, 200]);
        expect(await send(app, queryOf(USUAL + 1), sent)).toMatchObject(tooLarge('64'));
        expect(await send(app, queryOf(LARGE), sent)).toMatchObject(tooLarge('64'));
      }
    },
  );

  test('a token that is not valid makes no difference to a large body, and a session beside it none either', async () => {
    const app = await createTestApp();
    const cookie = cookieOf(await app.loginAs('eva', { isStaff: true }));
    expect(await send(app, queryOf(USUAL + 1), { authorization: 'Bearer x', cookie })).toMatchObject(tooLarge('64'));
    expect((await send(app, queryOf(USUAL), { authorization: 'Bearer x', cookie })).statuses).toEqual([401, 200]);
  });

  test('for the staff too it is 64 KiB elsewhere, and of another type', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs('eva', { isStaff: true });
    const authorization = `Bearer ${access}`;
    expect((await send(app, queryOf(LARGE), { authorization, path: '/graphql/' })).statuses).toEqual([200, 200]);
    const token = await send(app, queryOf(USUAL + 1), { authorization, path: '/accounts/api/v1/token/' });
    expect(token).toMatchObject(tooLarge('64'));
    const form = `a=${'x'.repeat(USUAL)}`;
    const type = 'application/x-www-form-urlencoded';
    expect(await send(app, form, { authorization, type })).toMatchObject(tooLarge('64'));
  });
});

describe('the character set of a body (contract 8)', () => {
  const JSON_BODY = JSON.stringify({ username: 'ana', password: PASSWORD });
  const FORM_BODY = String(new URLSearchParams({ username: 'ana', password: PASSWORD }));
  const LOGIN = `mutation { login(username: "ana", password: "${PASSWORD}") { access } }`;
  const bodies = [
    ['/accounts/api/v1/token/', 'application/json', JSON_BODY],
    ['/accounts/api/v1/token/', 'application/x-www-form-urlencoded', FORM_BODY],
    ['/accounts/login/', 'application/x-www-form-urlencoded', FORM_BODY],
    ['/graphql', 'application/json', JSON.stringify({ query: LOGIN })],
  ] as const;
  const others = [
    'utf-7',
    'UTF-7',
    'utf-16',
    'utf-16le',
    'utf-32',
    'iso-8859-1',
    'us-ascii',
    'utf8',
    'utf-9',
    '"utf-7"',
  ];

  test.each(bodies)('%s takes %s in UTF-8 alone', async (path, type, body) => {
    const app = await createTestApp();
    await app.createUser();
    const statusOf = async (contentType: string) =>
      (await app.browser().request('POST', path, { body, headers: { 'content-type': contentType, accept: '*/*' } }))
        .status;
    const usual = await statusOf(type);
    expect(usual).toBe(path === '/accounts/login/' ? 403 : 200);
    for (const charset of ['utf-8', 'UTF-8', '"utf-8"'])
      expect(await statusOf(`${type};charset=${charset}`)).toBe(usual);
    for (const charset of others) {
      for (const separator of [';charset=', '; Charset=', '; a="b;c"; charset=']) {
        const contentType = type + separator + charset;
        expect([contentType, await statusOf(contentType)]).toEqual([contentType, 415]);
      }
    }
  });

  test('a body that is over the usual limit is no exception', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs('eva', { isStaff: true });
    const sent = { authorization: `Bearer ${access}`, type: 'application/json; charset=utf-7' };
    expect((await send(app, queryOf(LARGE), sent)).statuses).toEqual([415, 200]);
  });
});
