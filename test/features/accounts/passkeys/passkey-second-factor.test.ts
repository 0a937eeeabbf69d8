import { describe, expect, test } from 'vitest';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { loginMethods } from '../../../support/accounts/login-methods.js';
import {
  addPasskey,
  beginPasskey,
  logInByPasskey,
  PASSKEY_ORIGIN,
  sendPasskey,
  WITH_PASSKEYS,
} from '../../../support/accounts/passkeys.js';
import { loginsWithCode, proofIn, setUpTotp } from '../../../support/accounts/second-factors.js';
import { type Deviations, SoftwareAuthenticator } from '../../../support/accounts/software-authenticator.js';
import { dataOf } from '../../../support/administration.js';
import type { Answer, Browser } from '../../../support/http/browser.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const LOGIN = '/accounts/login/';
const REMOVE_ALL = 'mutation ($id: ID!) { removePasskey(id: $id) }';

/** Submits the first of the two login forms, with the right password. */
async function giveSecondForm(app: TestApp, username = 'ana', path = LOGIN) {
  const visitor = app.browser();
  const page = await visitor.submit(path, { username, password: PASSWORD });
  return { visitor, page, proof: proofIn(page) ?? '', options: optionsIn(page) };
}

/** Returns the passkey options in the second form. */
function optionsIn({ text }: Answer): string {
  return (/data-options="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

async function answerSecondForm(app: TestApp, authenticator: SoftwareAuthenticator, deviations: Deviations = {}) {
  const { visitor, proof, options } = await giveSecondForm(app);
  return visitor.submit(LOGIN, { proof, response: authenticator.get(options, deviations) });
}

async function firstId(person: Browser): Promise<string> {
  return (await dataOf<{ passkeys: { id: string }[] }>(person, '{ passkeys { id } }')).passkeys[0]?.id ?? '';
}

async function appWithPasskey(changes: object = {}) {
  const app = await createTestApp({ environment: WITH_PASSKEYS });
  const person = await app.loginAs('ana', changes);
  return { app, person, authenticator: await addPasskey(person) };
}

describe('a passkey as second factor (promise 51)', () => {
  test('the first one gives recovery codes, and ends what the password alone had opened', async () => {
    const app = await createTestApp({ environment: WITH_PASSKEYS });
    const [ana, other, script] = [await app.loginAs(), await app.loginAs(), await app.scriptAs()];
    const query =
      'mutation ($response: String!) { addPasskey(response: $response, name: "Celular") { recoveryCodes } }';
    const add = async () => {
      const response = new SoftwareAuthenticator(PASSKEY_ORIGIN).create(await beginPasskey(ana));
      return dataOf<{ addPasskey: { recoveryCodes: string[] | null } }>(ana, query, { response });
    };
    const { recoveryCodes } = (await add()).addPasskey;
    expect(new Set(recoveryCodes).size).toBe(10);
    const me = '{ me { username } }';
    expect((await ana.graphql(me)).json()).toEqual({ data: { me: { username: 'ana' } } });
    expect((await other.graphql(me)).json()).toEqual({ data: { me: null } });
    expect((await script.graphql(me)).status).toBe(401);
    // A second passkey leaves users signed in, and recovery codes already exist.
    expect((await add()).addPasskey.recoveryCodes).toBeNull();
    const form = loginsWithCode['the login form'];
    expect(await form?.(app, { otp: recoveryCodes?.[0] ?? '' })).toBe('in');
    expect(await form?.(app, { otp: recoveryCodes?.[0] ?? '' })).toBe('wrong');
  });

  test.each(Object.keys(loginsWithCode))('%s does not let the password alone in', async (name) => {
    const { app } = await appWithPasskey({ isStaff: true });
    expect(await loginsWithCode[name]?.(app, {})).toBe('asks for a code');
    expect(await loginsWithCode[name]?.(app, { otp: '000000' })).toBe('wrong');
  });

  test('after the password it opens the session, leads on, and is recorded', async () => {
    const { app, authenticator } = await appWithPasskey();
    const { visitor, page, proof, options } = await giveSecondForm(app);
    expect(page.text).not.toContain('id="otp"');
    const { userVerification, allowCredentials } = JSON.parse(options);
    expect([userVerification, allowCredentials]).toMatchObject(['preferred', [{ id: authenticator.id }]]);
    // A key without user verification is enough because the user has given the password.
    const response = authenticator.get(options, { isUserVerified: false });
    const answer = await visitor.submit(LOGIN, { proof, next: '/conta/', response });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/conta/']);
    const events = await app.database.em
      .fork()
      .find(AuthenticationEvent, { event: 'login' }, { orderBy: { id: 'asc' } });
    expect(events.map(({ result, after }) => [result, after]).at(-1)).toEqual(['success', '{"means":"passkey"}']);
    // Once used, neither the proof nor the response opens another session.
    expect((await app.browser().submit(LOGIN, { proof, response })).status).toBe(200);
  });

  test('the app’s code does as well, where the account has both', async () => {
    const { app, person, authenticator } = await appWithPasskey();
    await setUpTotp(app, person);
    const { page } = await giveSecondForm(app);
    expect(page.text).toContain('id="otp"');
    expect((await answerSecondForm(app, authenticator)).status).toBe(302);
  });

  test.each<[string, Deviations]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
  ])('an answer with %s is refused, and counts like a wrong password', async (_, deviations) => {
    const { app, authenticator } = await appWithPasskey();
    for (let count = 0; count < 4; count += 1) {
      const answer = await answerSecondForm(app, authenticator, deviations);
      expect([answer.status, answer.text.includes('Não deu para entrar com a chave de acesso.')]).toEqual([200, true]);
    }
    expect((await answerSecondForm(app, authenticator, deviations)).status).toBe(429);
    expect((await loginMethods['login form']?.(app, { username: 'ana', password: PASSWORD }))?.outcome).toBe('locked');
    const failures = await app.database.em.fork().count(AuthenticationEvent, { event: 'login', result: 'failure' });
    // Each failure is recorded once, and the fifth is recorded as the lock.
    expect(failures).toBe(4);
  });

  test('neither the challenge of a login without password nor one of another account does', async () => {
    const { app, authenticator } = await appWithPasskey();
    const ofBia = await addPasskey(await app.loginAs('bia'));
    const ana = await giveSecondForm(app);
    const alone = (await ana.visitor.get('/accounts/login/chave/')).text;
    const bia = await giveSecondForm(app, 'bia');
    for (const response of [authenticator.get(alone), authenticator.get(bia.options), ofBia.get(ana.options)]) {
      expect((await ana.visitor.submit(LOGIN, { proof: ana.proof, response })).status).toBe(200);
    }
    // The second step's challenge cannot be used to log in without a password either.
    const { visitor, options } = await giveSecondForm(app);
    const response = authenticator.get(options);
    const csrfmiddlewaretoken = await visitor.csrfToken(LOGIN);
    expect((await visitor.post('/accounts/login/chave/', { csrfmiddlewaretoken, response })).status).toBe(200);
  });

  test('with the last one the recovery codes and other sessions go, and the password is enough again', async () => {
    const { app, person, authenticator } = await appWithPasskey();
    const other = await app.browser();
    const elsewhere = app.browser();
    await logInByPasskey(elsewhere, authenticator);
    expect((await elsewhere.graphql('{ metrics { cpuPercent } }')).status).toBe(200);
    expect(await dataOf(person, REMOVE_ALL, { id: await firstId(person) })).toEqual({ removePasskey: true });
    const left = await dataOf(person, '{ secondFactors { recoveryCodesLeft } }');
    expect(left).toEqual({ secondFactors: { recoveryCodesLeft: 0 } });
    expect((await elsewhere.graphql('{ metrics { cpuPercent } }')).status).toBe(401);
    expect((await other.submit(LOGIN, { username: 'ana', password: PASSWORD })).status).toBe(302);
  });

  test('whoever must have one sets up a passkey first, and cannot remove the last', async () => {
    const app = await createTestApp({ environment: WITH_PASSKEYS });
    const chief = await app.loginAs('chefe', { isStaff: true });
    await addPasskey(chief);
    await dataOf(chief, 'mutation { setSecondFactorPolicy(policy: ALL) { secondFactor } }');
    const ana = await app.loginAs('ana');
    expect((await ana.graphql('{ metrics { cpuPercent } }')).status).toBe(403);
    const made = new SoftwareAuthenticator(PASSKEY_ORIGIN).create(await beginPasskey(ana));
    expect((await sendPasskey(ana, made)).status).toBe(200);
    expect((await ana.graphql('{ metrics { cpuPercent } }')).status).toBe(200);
    const refused = await ana.graphql(REMOVE_ALL, { id: await firstId(ana) });
    expect([refused.status, await firstId(ana)]).toEqual([400, expect.stringMatching(/^Passkey:\d+$/)]);
  });

  test('the staff can take all of them from an account that has lost them', async () => {
    const { app } = await appWithPasskey();
    const chief = await app.loginAs('chefe', { isStaff: true });
    await app.services.secondFactorChanges.reset('ana', { method: 'cli', address: '' });
    expect((await app.browser().submit(LOGIN, { username: 'ana', password: PASSWORD })).status).toBe(302);
    expect(await dataOf(chief, '{ user(username: "ana") { hasSecondFactor } }')).toEqual({
      user: { hasSecondFactor: false },
    });
  });
});
