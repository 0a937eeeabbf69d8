import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { PersonalAccessToken } from '../../../../src/features/accounts/personal-tokens/personal-access-token.entity.js';
import { newPersonalToken } from '../../../../src/features/accounts/personal-tokens/token-text.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { COMMAND_LINE } from '../../../../src/platform/audit/origin.js';
import { codeOf, dataOf } from '../../../support/administration.js';
import type { Browser } from '../../../support/http/browser.js';
import { RawSubscriber } from '../../../support/http/raw-subscriber.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const FIELDS = 'id name scopes createdAt expiresAt lastUsedOn lastUsedAddress';
const CREATE = `mutation ($name: String!, $scopes: [TokenScope!]!, $days: Int) {
  createPersonalAccessToken(name: $name, scopes: $scopes, days: $days) { token personalAccessToken { ${FIELDS} } }
}`;
const METRICS = '{ metrics { cpuPercent } }';

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string;
  readonly lastUsedOn: string | null;
  readonly lastUsedAddress: string | null;
}

interface Made {
  readonly createPersonalAccessToken: { readonly token: string; readonly personalAccessToken: Listed };
}

async function create(caller: Browser, form: { name: string; scopes: string[]; days?: number }) {
  return (await dataOf<Made>(caller, CREATE, form)).createPersonalAccessToken;
}

async function listOf(caller: Browser): Promise<Listed[]> {
  const query = `{ personalAccessTokens { ${FIELDS} } }`;
  return (await dataOf<{ personalAccessTokens: Listed[] }>(caller, query)).personalAccessTokens;
}

function programWith(app: TestApp, token: string): Browser {
  return app.browser({ accept: 'application/json', authorization: `Bearer ${token}` });
}

describe('personal access tokens (contract 14)', () => {
  test('a token is shown once, works on every API, and is listed with its last use until it is revoked', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const { token, personalAccessToken } = await create(ana, {
      name: '  Grafana ',
      scopes: ['CONVERT', 'READ', 'READ'],
    });
    expect(token).toMatch(/^vigia_pat_[0-9A-Za-z]{49}$/);
    const expiresAt = new Date(app.clock.now().getTime() + 90 * 86_400_000).toISOString();
    expect(personalAccessToken).toMatchObject({ name: 'Grafana', scopes: ['READ', 'CONVERT'], expiresAt });
    expect(await listOf(ana)).toEqual([{ ...personalAccessToken, lastUsedOn: null, lastUsedAddress: null }]);

    const program = programWith(app, token);
    expect(await dataOf(program, METRICS)).toEqual({ metrics: { cpuPercent: expect.any(Number) } });
    expect(await dataOf(program, '{ me { username } }')).toEqual({ me: { username: 'ana' } });
    expect((await program.get('/sistema/monitoramento/api/v1/metrics')).status).toBe(200);
    expect((await program.get('/sistema/conversor/api/v1/converter?type=hex2dec&value=ff')).json()).toEqual({
      result: 255,
    });
    const live = app.live({ connectionParams: { Authorization: `Bearer ${token}` } });
    const [event] = await take(live.iterate({ query: 'subscription { metrics { cpuPercent } }' }), 1);
    expect(event).toEqual({ data: { metrics: { cpuPercent: expect.any(Number) } } });
    // Pages do not accept bearer tokens, so the program is a visitor there.
    expect((await program.get('/conta/')).headers.get('location')).toContain('/accounts/login/');

    const day = app.clock.now().toISOString().slice(0, 10);
    await expect.poll(() => listOf(ana)).toMatchObject([{ lastUsedOn: day, lastUsedAddress: '127.0.0.1' }]);
    const id = personalAccessToken.id;
    expect(await dataOf(ana, `mutation { revokePersonalAccessToken(id: "${id}") }`)).toEqual({
      revokePersonalAccessToken: true,
    });
    expect((await program.get('/sistema/monitoramento/api/v1/metrics')).json()).toMatchObject({
      code: 'token_not_valid',
    });
    expect(await codeOf(program, METRICS)).toBe('UNAUTHENTICATED');
    expect([await listOf(ana), await codeOf(ana, `mutation { revokePersonalAccessToken(id: "${id}") }`)]).toEqual([
      [],
      'NOT_FOUND',
    ]);
  });

  test('the database has the hash alone, and neither log nor audit has the token', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const { token, personalAccessToken } = await create(ana, { name: 'Grafana', scopes: ['READ'] });
    const program = programWith(app, token);
    // The token must not appear when something goes wrong, either.
    await program.graphql('{ metrics { none } }');
    await program.get(`/sistema/monitoramento/api/v1/metrics?host=${token}`);
    await program.get('/sistema/conversor/api/v1/converter?type=hex2dec&value=ff');
    await dataOf(ana, `mutation { revokePersonalAccessToken(id: "${personalAccessToken.id}") }`);
    await dataOf(ana, METRICS);
    const em = app.database.em.fork();
    const audit = JSON.stringify(await em.find(AuthenticationEvent, {}));
    expect([audit.includes('personal_token_create'), audit.includes('personal_token_revoke')]).toEqual([true, true]);
    const secret = token.slice('vigia_pat_'.length, -8);
    for (const text of [audit, app.lines.join('\n')]) expect(text).not.toContain(secret);

    const second = await create(ana, { name: 'Other', scopes: ['READ'] });
    const row = await em.findOneOrFail(PersonalAccessToken, { name: 'Other' });
    expect(row.tokenHash).toBe(createHash('sha256').update(second.token).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(second.token.slice(10));
  });

  test('it takes a password of the last 15 minutes, which no token of it is ever as good as', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    await app.sleep({ minutes: 15 });
    const make = (caller: Browser) => codeOf(caller, CREATE, { name: 'x', scopes: ['READ'], days: 1 });
    expect(await make(ana)).toBe('REAUTHENTICATION_REQUIRED');
    await dataOf(ana, `mutation { reauthenticate(password: "${PASSWORD}") { until } }`);
    expect(await make(ana)).toBeUndefined();
    const program = await app.programAs('ana', ['READ', 'CONVERT']);
    expect(await make(program)).toBe('FORBIDDEN');
    expect(await codeOf(program, `mutation { reauthenticate(password: "${PASSWORD}") { until } }`)).toBe('FORBIDDEN');
  });

  test('names, scopes and days have limits; STAFF_READ is for staff; the 51st token is refused', async () => {
    const app = await createTestApp();
    const [ana, staff] = [await app.loginAs('ana'), await app.loginAs('eva', { isStaff: true })];
    const fieldsOf = async (form: object) => {
      const answer = await ana.graphql(CREATE, { name: 'x', scopes: ['READ'], days: 1, ...form });
      const { errors = [] } = answer.json<{ errors?: { extensions: { fields?: object } }[] }>();
      return Object.keys(errors[0]?.extensions.fields ?? {});
    };
    expect(await fieldsOf({ name: ' \u200b' })).toEqual(['name']);
    expect(await fieldsOf({ name: 'a\nb' })).toEqual(['name']);
    expect(await fieldsOf({ name: '😀'.repeat(81), scopes: [], days: 0 })).toEqual(['name', 'scopes', 'days']);
    expect(await fieldsOf({ days: 366 })).toEqual(['days']);
    expect(await fieldsOf({ scopes: ['STAFF_READ'] })).toEqual(['scopes']);
    expect(await fieldsOf({ name: '😀'.repeat(80), days: 365 })).toEqual([]);
    expect((await create(staff, { name: 'x', scopes: ['STAFF_READ'], days: 1 })).personalAccessToken.scopes).toEqual([
      'STAFF_READ',
    ]);
    const owner = await app.createUser('bia');
    const form = { name: 'x', scopes: ['READ'], days: 1 } as const;
    const makeOne = () => app.services.personalTokens.create(owner, form, COMMAND_LINE);
    for (let count = 0; count < 50; count += 1) await makeOne();
    await expect(makeOne()).rejects.toMatchObject({ code: 'invalid' });
  });

  test('it ends by the clock, which also closes its sockets, and is removed a month later', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const { token } = await create(ana, { name: 'x', scopes: ['READ'], days: 1 });
    const program = programWith(app, token);
    const { closed } = await openSocket(app, token);
    await app.sleep({ seconds: 86_399 });
    expect((await program.get('/sistema/monitoramento/api/v1/metrics')).status).toBe(200);
    await app.advance({ seconds: 6 });
    expect(await closed).toBe(4403);
    expect((await program.get('/sistema/monitoramento/api/v1/metrics')).status).toBe(401);
    const em = app.database.em.fork();
    expect(await em.count(PersonalAccessToken)).toBe(1);
    await app.sleep({ seconds: 30 * 86_400 });
    await app.services.personalTokens.prune();
    expect(await em.count(PersonalAccessToken)).toBe(0);
  });

  test('one that is forged, unknown, mistyped or sent twice is 401 everywhere', async () => {
    const app = await createTestApp();
    const { token } = await app.programAs('ana', ['READ']);
    const tokens = [
      newPersonalToken(),
      'vigia_pat_',
      `${token}x`,
      `${token.slice(0, -1)}~`,
      'vigia_pat_'.padEnd(12_000, 'x'),
    ];
    for (const wrong of tokens) {
      const program = programWith(app, wrong);
      expect([wrong, (await program.get('/sistema/monitoramento/api/v1/metrics')).status]).toEqual([wrong, 401]);
      expect([wrong, await codeOf(program, METRICS)]).toEqual([wrong, 'UNAUTHENTICATED']);
    }
    expect((await app.browser().get(`/sistema/monitoramento/api/v1/metrics?token=${token}`)).status).toBe(401);
  });

  test('the last use is written on the first call of a day, and with another address at most once an hour', async () => {
    const app = await createTestApp({ environment: { TRUST_PROXY: '127.0.0.1' } });
    const program = await app.programAs('ana', ['READ']);
    const writes: unknown[] = [];
    const read = () => app.database.em.fork().findOneOrFail(PersonalAccessToken, { id: Number(program.tokenId) });
    const useFrom = async (address: string) => {
      await program.get('/sistema/monitoramento/api/v1/metrics', { 'x-forwarded-for': address });
      // The service does not await its write, but the second of two reads runs after it.
      await read();
      const { lastUsedOn, lastUsedAddress } = await read();
      writes.push(`${lastUsedOn} ${lastUsedAddress}`);
    };
    const today = app.clock.now().toISOString().slice(0, 10);
    await useFrom('192.0.2.1');
    await useFrom('192.0.2.2');
    await app.sleep({ minutes: 61 });
    await useFrom('192.0.2.3');
    await app.sleep({ minutes: 1 });
    await useFrom('192.0.2.1');
    expect(writes).toEqual([`${today} 192.0.2.1`, `${today} 192.0.2.1`, `${today} 192.0.2.3`, `${today} 192.0.2.3`]);
    await app.sleep({ seconds: 86_400 });
    await useFrom('192.0.2.3');
    expect(writes.at(-1)).toBe(`${app.clock.now().toISOString().slice(0, 10)} 192.0.2.3`);
  });
});

describe('what ends the tokens of a user (promise 18)', () => {
  const deeds: [string, boolean, (app: TestApp) => Promise<unknown>][] = [
    [
      'its revocation',
      true,
      async (app) => {
        const ana = await app.loginAs('ana');
        const [token] = await listOf(ana);
        return dataOf(ana, `mutation { revokePersonalAccessToken(id: "${token?.id}") }`);
      },
    ],
    [
      'deactivation',
      true,
      async (app) => dataOf(await signInStaff(app), 'mutation { deactivateUser(username: "ana") { username } }'),
    ],
    [
      'a password set by staff',
      true,
      async (app) =>
        dataOf(
          await signInStaff(app),
          'mutation { setUserPassword(username: "ana", password: "another horse 8") { username } }',
        ),
    ],
    [
      'the end of all sessions by staff',
      true,
      async (app) => dataOf(await signInStaff(app), 'mutation { endUserSessions(username: "ana") { username } }'),
    ],
    [
      'an own change of the password',
      true,
      async (app) => {
        const input = `{ oldPassword: "${PASSWORD}", newPassword1: "another horse 8", newPassword2: "another horse 8" }`;
        return dataOf(await app.loginAs('ana'), `mutation { changePassword(input: ${input}) }`);
      },
    ],
    [
      'the end of all other sessions',
      false,
      async (app) => dataOf(await app.loginAs('ana'), 'mutation { endOtherSessions }'),
    ],
  ];
  test.each(deeds)('%s: %s', async (_name, ends, deed) => {
    const app = await createTestApp();
    const program = await app.programAs('ana', ['READ']);
    const { closed } = await openSocket(app, program.token);
    await deed(app);
    const { status } = await program.get('/sistema/monitoramento/api/v1/metrics');
    expect(status).toBe(ends ? 401 : 200);
    if (ends) expect(await closed).toBe(4403);
    expect(await app.database.em.fork().count(PersonalAccessToken)).toBe(ends ? 0 : 1);
    if (!ends) return;
    // Not even reactivating the account restores them.
    await app.services.accountStatus.activate('ana', COMMAND_LINE);
    expect((await program.get('/sistema/monitoramento/api/v1/metrics')).status).toBe(401);
  });
});

test('what staff may read is closed to a token once its user is no longer staff, and its socket is told', async () => {
  const app = await createTestApp();
  const program = await app.programAs('ana', ['STAFF_READ'], { isStaff: true });
  await app.createUser('eva', { isStaff: true });
  const users = '{ users(search: "eva") { nodes { username } } }';
  expect(await dataOf(program, users)).toEqual({ users: { nodes: [{ username: 'eva' }] } });
  const { closed } = await openSocket(app, program.token);
  await app.services.accountStatus.setStaff('ana', false, COMMAND_LINE);
  expect([await codeOf(program, users), await closed]).toEqual(['FORBIDDEN', 1012]);
});

async function signInStaff(app: TestApp): Promise<Browser> {
  return app.loginAs('chefe', { isStaff: true });
}

/** Opens a socket with a token. @returns a function that resolves to the close code. */
async function openSocket(app: TestApp, token: string) {
  const { socket } = await RawSubscriber.open(app.baseUrl, `Bearer ${token}`);
  const closed = once(socket, 'close').then(([code]) => code as number);
  return { closed };
}

async function take<T>(events: AsyncIterableIterator<T>, count: number): Promise<T[]> {
  const taken: T[] = [];
  for await (const event of events) {
    taken.push(event);
    if (taken.length >= count) break;
  }
  return taken;
}
