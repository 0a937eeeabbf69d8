import { describe, expect, test } from 'vitest';
import { Passkey } from '../../../../src/features/accounts/passkeys/passkey.entity.js';
import { REFUSALS_IN_TEN_MINUTES } from '../../../../src/features/accounts/passkeys/passkey-login.js';
import { UsedChallenge } from '../../../../src/features/accounts/passkeys/used-challenge.entity.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import {
  addPasskey,
  beginPasskey,
  logInByPasskey,
  sendAssertion,
  WITH_PASSKEYS,
} from '../../../support/accounts/passkeys.js';
import type { Deviations } from '../../../support/accounts/software-authenticator.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

const FAILED = 'Não deu para entrar com a chave de acesso.';

async function appWithPasskey(username = 'ana', changes: Partial<User> = {}) {
  const app = await createTestApp({ environment: WITH_PASSKEYS });
  const person = await app.loginAs(username, changes);
  return { app, person, authenticator: await addPasskey(person) };
}

function logins(app: TestApp) {
  return app.database.em.fork().find(AuthenticationEvent, { event: 'login' }, { orderBy: { id: 'asc' } });
}

async function expectRefused(answer: Awaited<ReturnType<typeof logInByPasskey>>) {
  expect([answer.status, answer.text.includes(FAILED)]).toEqual([200, true]);
  expect(answer.headers.getSetCookie().some((cookie) => cookie.startsWith('sessionid='))).toBe(false);
}

describe('the login with a passkey (contract 14)', () => {
  test('opens a session as the form does, leads on, and is a login of the audit', async () => {
    const { app, authenticator } = await appWithPasskey();
    const visitor = app.browser();
    const answer = await logInByPasskey(visitor, authenticator, { next: '/sistema/conversor/' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/sistema/conversor/']);
    expect((await visitor.graphql('{ me { username } }')).json()).toEqual({ data: { me: { username: 'ana' } } });
    const passkey = await app.database.em.fork().findOneOrFail(Passkey, { credentialId: authenticator.id });
    expect(passkey.lastUsedAt).toEqual(app.clock.now());
    expect((await logins(app)).map(({ result, door, username, after }) => [result, door, username, after])).toEqual([
      ['success', 'form', 'ana', null],
      ['success', 'form', 'ana', '{"means":"passkey"}'],
    ]);
  });

  test('leads to no other site, and needs the token of the form', async () => {
    const { app, authenticator } = await appWithPasskey();
    const elsewhere = await logInByPasskey(app.browser(), authenticator, { next: '//evil.example' });
    expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([302, '/']);
    const visitor = app.browser();
    const response = authenticator.get((await visitor.get('/accounts/login/chave/')).text);
    expect((await visitor.post('/accounts/login/chave/', { response })).status).toBe(403);
    expect((await sendAssertion(visitor, response)).status).toBe(302);
  });

  test('the administration lets staff in alone', async () => {
    const { app, authenticator } = await appWithPasskey();
    await expectRefused(await logInByPasskey(app.browser(), authenticator, { path: '/admin/login/' }));
    const chief = await addPasskey(await app.loginAs('chefe', { isStaff: true }));
    const answer = await logInByPasskey(app.browser(), chief, { path: '/admin/login/' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/admin/']);
  });

  test.each<[string, Deviations]>([
    ['another origin', { origin: 'https://vigia.test.evil.example' }],
    ['the same host by http', { origin: 'http://vigia.test' }],
    ['another host', { rpId: 'evil.example' }],
    ['nobody verified', { isUserVerified: false }],
    ['the ceremony of a new passkey', { type: 'webauthn.create' }],
  ])('an answer with %s is refused, in one sentence', async (_, deviations) => {
    const { app, authenticator } = await appWithPasskey();
    await expectRefused(await logInByPasskey(app.browser(), authenticator, deviations));
  });

  test.each([
    ['nothing', () => ''],
    ['no JSON', () => '{'],
    ['no object', () => '[]'],
    ['more than is read', (answer: string) => JSON.stringify({ ...JSON.parse(answer), more: 'x'.repeat(20_000) })],
    ['another signature', (answer: string) => changed(answer, { signature: 'MEUCIQ' })],
    ['the name of another account', (answer: string) => changed(answer, { userHandle: 'AAAA' })],
    ['the name of no account', (answer: string) => changed(answer, { userHandle: undefined })],
  ])('%s is refused as well', async (_, change) => {
    const { app, authenticator } = await appWithPasskey();
    const visitor = app.browser();
    const response = change(authenticator.get((await visitor.get('/accounts/login/chave/')).text));
    await expectRefused(await sendAssertion(visitor, response));
  });

  test.each([
    ['that lasts longer than it was made for', 16],
    ['with another signature', 60],
  ])('a challenge %s is refused', async (_, byte) => {
    const { app, authenticator } = await appWithPasskey();
    const options = (await app.browser().get('/accounts/login/chave/')).text;
    const bytes = Buffer.from(JSON.parse(options).challenge, 'base64url');
    bytes[byte] = (bytes[byte] ?? 0) + 1;
    const response = authenticator.get(options, { challenge: bytes.toString('base64url') });
    await expectRefused(await sendAssertion(app.browser(), response));
    expect((await sendAssertion(app.browser(), authenticator.get(options))).status).toBe(302);
  });

  test('an answer counts once, also where it comes many times at once', async () => {
    const { app, authenticator } = await appWithPasskey();
    const visitors = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const visitor = app.browser();
        return { visitor, token: await visitor.csrfToken('/accounts/login/') };
      }),
    );
    const response = authenticator.get((await app.browser().get('/accounts/login/chave/')).text);
    const answers = await Promise.all(
      visitors.map(({ visitor, token: csrfmiddlewaretoken }) =>
        visitor.post('/accounts/login/chave/', { csrfmiddlewaretoken, response }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 302]);
    await expectRefused(await sendAssertion(app.browser(), response));
  });

  test('a challenge ends after five minutes, and is forgotten then', async () => {
    const { app, authenticator } = await appWithPasskey();
    const visitor = app.browser();
    const options = (await visitor.get('/accounts/login/chave/')).text;
    expect((await sendAssertion(visitor, authenticator.get(options))).status).toBe(302);
    const late = app.browser();
    const response = authenticator.get((await late.get('/accounts/login/chave/')).text);
    const used = () => app.database.em.fork().count(UsedChallenge, {});
    // One challenge was for the new passkey, the other for the login.
    expect(await used()).toBe(2);
    await app.sleep({ minutes: 5 });
    await expectRefused(await sendAssertion(late, response));
    await app.services.challenges.prune();
    expect(await used()).toBe(0);
  });

  test('a challenge for a new passkey, or for somebody signed in, logs nobody in', async () => {
    const { app, person, authenticator } = await appWithPasskey();
    const begun = (await person.graphql('mutation { beginPasskeyAssertion }')).json<{
      data: { beginPasskeyAssertion: string };
    }>().data.beginPasskeyAssertion;
    for (const options of [begun, await beginPasskey(person)]) {
      const response = authenticator.get(options, { rpId: 'vigia.test' });
      await expectRefused(await sendAssertion(app.browser(), response));
    }
  });

  test('a counter that does not go on is refused and recorded; one that stays zero is not counted', async () => {
    const { app, authenticator } = await appWithPasskey();
    expect((await logInByPasskey(app.browser(), authenticator)).status).toBe(302);
    expect((await logInByPasskey(app.browser(), authenticator, { counter: 7 })).status).toBe(302);
    for (const counter of [7, 6, 0]) {
      await expectRefused(await logInByPasskey(app.browser(), authenticator, { counter }));
    }
    expect((await logInByPasskey(app.browser(), authenticator, { counter: 8 })).status).toBe(302);
    const failures = (await logins(app)).filter(({ result }) => result === 'failure');
    expect(failures.map(({ username, after }) => [username, after])).toEqual(
      Array.from({ length: 3 }, () => ['ana', '{"means":"passkey","reason":"counter"}']),
    );
  });

  test('an inactive account is refused, and so is a passkey that was removed', async () => {
    const { app, person, authenticator } = await appWithPasskey();
    const em = app.database.em.fork();
    await em.nativeUpdate(User, { username: 'ana' }, { isActive: false });
    await expectRefused(await logInByPasskey(app.browser(), authenticator));
    expect((await logins(app)).map(({ result }) => result)).toEqual(['success', 'failure']);
    await em.nativeUpdate(User, { username: 'ana' }, { isActive: true });
    expect((await logInByPasskey(app.browser(), authenticator)).status).toBe(302);
    const { passkeys } = (await person.graphql('{ passkeys { id } }')).json<{ data: { passkeys: { id: string }[] } }>()
      .data;
    await person.graphql('mutation ($id: ID!) { removePasskey(id: $id) }', { id: passkeys[0]?.id });
    await expectRefused(await logInByPasskey(app.browser(), authenticator));
  });

  test('what a stranger makes up leaves no row, is refused after a hundred, and keeps nobody else out', async () => {
    const { app, authenticator } = await appWithPasskey();
    const visitor = app.browser();
    const csrfmiddlewaretoken = await visitor.csrfToken('/accounts/login/');
    const send = (response: string) => visitor.post('/accounts/login/chave/', { csrfmiddlewaretoken, response });
    const rows = async () => [
      await app.database.em.fork().count(AuthenticationEvent, {}),
      await app.database.em.fork().count(UsedChallenge, {}),
    ];
    const before = await rows();
    const statuses = new Set<number>();
    for (let count = 1; count < REFUSALS_IN_TEN_MINUTES; count += 1) statuses.add((await send('{}')).status);
    expect(await rows()).toEqual(before);
    // Valid responses do not count towards the limit on refusals.
    for (let count = 0; count < 2; count += 1) {
      expect((await logInByPasskey(app.browser(), authenticator)).status).toBe(302);
    }
    statuses.add((await send('{}')).status);
    expect(statuses).toEqual(new Set([200]));
    expect((await logInByPasskey(app.browser(), authenticator)).status).toBe(302);
    const rejected = await send('{}');
    expect([rejected.status, Number(rejected.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});

describe('where browsers allow no passkeys', () => {
  test.each(['http://vigia.test', 'https://192.0.2.1', 'https://[2001:db8::1]'])('%s offers none', async (url) => {
    const app = await createTestApp({ environment: { PUBLIC_URL: url } });
    expect((await app.browser().get('/accounts/login/')).text).not.toContain('data-passkeys');
    expect((await app.browser().get('/accounts/login/chave/')).status).toBe(400);
    const ana = await app.loginAs();
    expect((await ana.graphql('{ passkeyOrigin }')).json()).toEqual({ data: { passkeyOrigin: null } });
    expect((await ana.graphql('mutation { beginPasskey }')).status).toBe(400);
  });

  test.each(['https://vigia.test', 'http://localhost:8000'])('%s offers them, and says where', async (url) => {
    const app = await createTestApp({ environment: { PUBLIC_URL: url } });
    expect((await app.browser().get('/accounts/login/')).text).toContain(`data-passkeys="${url}"`);
    const { rpId, userVerification } = (await app.browser().get('/accounts/login/chave/')).json<{
      rpId: string;
      userVerification: string;
    }>();
    expect([rpId, userVerification]).toEqual([new URL(url).hostname, 'required']);
  });
});

function changed(answer: string, changes: object): string {
  const sent = JSON.parse(answer);
  return JSON.stringify({ ...sent, response: { ...sent.response, ...changes } });
}
