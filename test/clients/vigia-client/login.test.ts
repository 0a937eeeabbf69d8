import { describe, expect, onTestFinished, test } from 'vitest';
import {
  HostsDocument,
  MeDocument,
  VigiaClient,
  type VigiaClientOptions,
  VigiaError,
} from '../../../clients/vigia-client/src/index.js';
import { createTestApp, PASSWORD, type TestApp } from '../../support/test-app.js';

const ME = '{ me { username } }';

function openClient({ baseUrl }: TestApp, options?: VigiaClientOptions): VigiaClient {
  const client = new VigiaClient(baseUrl, options);
  onTestFinished(() => client.close());
  return client;
}

/** Counts the requests that a client sends, by the operation's first word behind the brackets. */
function countingFetch() {
  const sent: string[] = [];
  const counting: typeof fetch = (address, init) => {
    sent.push(/\b(login|refreshToken|me)\b/.exec(String(init?.body))?.[1] ?? 'other');
    return fetch(address, init);
  };
  return { sent, fetch: counting };
}

async function signedIn(app: TestApp, options?: VigiaClientOptions): Promise<VigiaClient> {
  await app.createUser();
  const client = openClient(app, options);
  await client.login('ana', PASSWORD);
  return client;
}

/** Returns the error that a call ends with. */
async function errorOf(call: Promise<unknown>): Promise<VigiaError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof VigiaError)) throw new Error(`no VigiaError: ${error}`);
  return error;
}

describe('the client signs in', () => {
  test('with a password', async () => {
    const client = await signedIn(await createTestApp());
    expect(await client.request(ME)).toEqual({ me: { username: 'ana' } });
  });

  test('with a personal access token', async () => {
    const app = await createTestApp();
    const { token } = await app.programAs('ana', ['READ']);
    expect(await openClient(app, { token }).request(ME)).toEqual({ me: { username: 'ana' } });
  });

  test('with the tokens of an earlier start', async () => {
    const app = await createTestApp();
    const { tokens } = await signedIn(app);
    const client = openClient(app);
    client.tokens = tokens;
    expect(await client.request(ME)).toEqual({ me: { username: 'ana' } });
  });

  test('not with a wrong password, five of which lock it out for a time that the error says', async () => {
    const app = await createTestApp();
    await app.createUser();
    const client = openClient(app);
    const fail = () => errorOf(client.login('ana', 'wrong horse 7'));
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(await fail()).toMatchObject({ code: 'UNAUTHENTICATED', status: 401, isTemporary: false });
    }
    expect(await fail()).toMatchObject({ code: 'LOCKED_OUT', status: 429 });
    const error = await errorOf(client.login('ana', PASSWORD));
    expect(error).toMatchObject({ code: 'LOCKED_OUT', status: 429, retryAfterSeconds: 600, isTemporary: true });
  });

  test('and speaks the language that it is told', async () => {
    const app = await createTestApp();
    const error = await errorOf(openClient(app, { language: 'es' }).login('ana', PASSWORD));
    expect(error.message).toMatch(/ninguna cuenta/);
  });
});

describe('an access token that has expired', () => {
  test('is refreshed once for all calls that are under way', async () => {
    const app = await createTestApp();
    const { sent, fetch } = countingFetch();
    const client = await signedIn(app, { fetch });
    await app.sleep({ minutes: 11 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.request(ME)));
    expect(answers).toEqual(Array(5).fill({ me: { username: 'ana' } }));
    expect(sent.filter((name) => name === 'refreshToken')).toHaveLength(1);
  });

  test('is an error once the refresh token has expired, too', async () => {
    const app = await createTestApp();
    const client = await signedIn(app);
    await app.sleep({ minutes: 25 * 60 });
    expect(await errorOf(client.request(ME))).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
  });

  test('is not refreshed after a login with another', async () => {
    const app = await createTestApp();
    const { sent, fetch } = countingFetch();
    const client = await signedIn(app, { fetch });
    await app.sleep({ minutes: 25 * 60 });
    await client.login('ana', PASSWORD);
    expect(await client.request(ME)).toEqual({ me: { username: 'ana' } });
    expect(sent).toEqual(['login', 'login', 'me']);
  });
});

describe('documents may be', () => {
  test('typed ones of the client', async () => {
    const client = await signedIn(await createTestApp());
    const { hosts } = await client.request(HostsDocument, { state: 'LIVE' });
    const names: readonly string[] = hosts.nodes.map(({ name }) => name);
    expect(names).toHaveLength(1);
    const { me } = await client.request(MeDocument);
    expect(me?.username).toBe('ana');
  });

  test('parsed ones with their text', async () => {
    const client = await signedIn(await createTestApp());
    const document = { kind: 'Document', loc: { source: { body: ME } } };
    expect(await client.request(document)).toEqual({ me: { username: 'ana' } });
    expect(() => client.request({ kind: 'Document' })).toThrow(/has no text/);
  });
});

describe('errors have the code and the status of the response', () => {
  test('beyond a rate limit with the seconds to wait', async () => {
    const client = await signedIn(await createTestApp());
    const metrics = '{ metrics { cpuPercent } }';
    await Promise.all(Array.from({ length: 20 }, () => client.request(metrics)));
    const error = await errorOf(client.request(metrics));
    expect(error).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
    expect(error.retryAfterSeconds).toBeGreaterThan(0);
    expect(error.retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  test('with the names of the fields of an input', async () => {
    const client = openClient(await createTestApp());
    const input = { username: 'bia', firstName: 'Bia', email: 'bia@example.com', password1: 'x', password2: 'x' };
    const document = 'mutation ($input: RegisterInput!) { register(input: $input) { username } }';
    const error = await errorOf(client.request(document, { input }));
    expect(error).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
    expect(Object.keys(error.fields)).toEqual(['password1']);
  });

  test('with the data of the fields that have not failed', async () => {
    const client = await signedIn(await createTestApp());
    const error = await errorOf(client.request('{ me { username } host(id: "77") { name } }'));
    expect(error).toMatchObject({ code: 'HOST_NOT_FOUND', data: { me: { username: 'ana' } } });
  });

  test('without a response: UNREACHABLE', async () => {
    const app = await createTestApp();
    const client = await signedIn(app);
    await app.close();
    expect(await errorOf(client.request(ME))).toMatchObject({ code: 'UNREACHABLE', status: 0, isTemporary: true });
  });

  test('of a proxy: UNEXPECTED_RESPONSE', async () => {
    const proxy = async () => new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'retry-after': '7' } });
    const client = openClient(await createTestApp(), { fetch: proxy });
    expect(await errorOf(client.request(ME))).toMatchObject({
      code: 'UNEXPECTED_RESPONSE',
      status: 502,
      retryAfterSeconds: 7,
    });
  });
});
