import { describe, expect, test } from 'vitest';
import { Session } from '../../../../src/features/accounts/sessions/session.entity.js';
import { OidcIdentity } from '../../../../src/features/accounts/users/oidc-identity.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { createOidcApp, personOf, signIn } from '../../../support/accounts/openid-stand-in.js';
import { addPasskey, WITH_PASSKEYS } from '../../../support/accounts/passkeys.js';
import { letLoginsAge } from '../../../support/accounts/reauthentication.js';
import { codeOf, setUpTotp } from '../../../support/accounts/second-factors.js';
import { dataOf, codeOf as errorOf } from '../../../support/administration.js';
import type { Browser } from '../../../support/http/browser.js';

const CREATE = { OIDC_CREATE: 'true' };
const PROOF = '/accounts/oidc/login/?confirmar=1';

async function startLink(browser: Browser): Promise<string> {
  return (await dataOf<{ beginIdentityLink: string }>(browser, 'mutation { beginIdentityLink }')).beginIdentityLink;
}

interface WaysIn {
  readonly hasPassword: boolean;
  readonly providerName: string | null;
  readonly identities: readonly { readonly id: string; readonly name: string; readonly issuer: string }[];
}

async function waysIn(browser: Browser): Promise<WaysIn> {
  const query = '{ waysIn { hasPassword providerName identities { id name issuer } } }';
  return (await dataOf<{ waysIn: WaysIn }>(browser, query)).waysIn;
}

describe('linking an account with a person at the provider', () => {
  test('begins on the page of the account, and lets the person in from then on', async () => {
    const { app, provider } = await createOidcApp();
    const ana = await app.loginAs('ana');
    const answer = await signIn(ana, provider, personOf('x'), { path: await startLink(ana) });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/conta/']);
    const identity = {
      id: expect.stringMatching(/^OidcIdentity:\d+$/),
      name: 'x@example.com',
      issuer: provider.issuer,
    };
    expect(await waysIn(ana)).toEqual({ hasPassword: true, providerName: 'Casa ID', identities: [identity] });
    const visitor = app.browser();
    await signIn(visitor, provider, personOf('x'));
    expect(await dataOf(visitor, '{ me { username } }')).toEqual({ me: { username: 'ana' } });
    const events = await app.database.em.fork().find(AuthenticationEvent, { event: 'identity_link' });
    expect(events).toMatchObject([{ username: 'ana', result: 'success', door: 'oidc' }]);
  });

  test('asks again before it begins', async () => {
    const { app } = await createOidcApp();
    const ana = await app.loginAs('ana');
    await letLoginsAge(app);
    expect(await errorOf(ana, 'mutation { beginIdentityLink }')).toBe('REAUTHENTICATION_REQUIRED');
  });

  test('is not begun by an address that a stranger makes, nor by the ticket of another session or minute', async () => {
    const { app } = await createOidcApp();
    const [ana, bia] = [await app.loginAs('ana'), await app.loginAs('bia')];
    const ticket = await startLink(bia);
    for (const path of ['/accounts/oidc/login/?vincular=x', ticket]) expect((await ana.get(path)).status).toBe(400);
    expect((await app.browser().get(ticket)).status).toBe(403);
    const own = await startLink(ana);
    await app.advance({ minutes: 1 });
    expect((await ana.get(own)).status).toBe(400);
  });

  test('is finished only in the session that began it', async () => {
    const { app, provider } = await createOidcApp();
    const ana = await app.loginAs('ana');
    const path = await startLink(ana);
    const begun = await ana.get(path);
    await ana.submit('/accounts/login/', {
      username: (await app.createUser('bia')).username,
      password: 'correct horse 7',
    });
    const query = provider.authorize(begun.headers.get('location') ?? '', personOf('x'));
    expect((await ana.get(`/accounts/oidc/callback/?${query}`)).status).toBe(403);
    expect(await app.database.em.fork().count(OidcIdentity)).toBe(0);
  });

  test('a person belongs to one account, and an account has at most ten', async () => {
    const { app, provider } = await createOidcApp();
    const [ana, bia] = [await app.loginAs('ana'), await app.loginAs('bia')];
    for (let count = 1; count <= 10; count += 1) {
      const answer = await signIn(ana, provider, personOf(`x${count}`), { path: await startLink(ana) });
      expect(answer.status).toBe(302);
    }
    const eleventh = await signIn(ana, provider, personOf('x11'), { path: await startLink(ana) });
    expect([eleventh.status, eleventh.text.includes('no máximo 10')]).toEqual([400, true]);
    const taken = await signIn(bia, provider, personOf('x1'), { path: await startLink(bia) });
    expect([taken.status, taken.text.includes('já está vinculada')]).toEqual([400, true]);
  });

  test('ends on the same page, with the sessions it has opened, but not as the last way in', async () => {
    const { app, provider } = await createOidcApp({ environment: { ...CREATE, ...WITH_PASSKEYS } });
    const [ana, other] = [app.browser(), app.browser()];
    await signIn(ana, provider, personOf('ana'));
    await signIn(other, provider, personOf('ana'));
    const { hasPassword, identities } = await waysIn(ana);
    expect(hasPassword).toBe(false);
    const unlink = `mutation { removeIdentity(id: "${identities[0]?.id}") }`;
    expect((await ana.graphql(unlink)).text).toContain('Adicione antes uma chave de acesso');
    await addPasskey(ana);
    await signIn(other, provider, personOf('ana'));
    expect(await dataOf(ana, unlink)).toEqual({ removeIdentity: true });
    expect((await waysIn(ana)).identities).toEqual([]);
    expect(await dataOf(other, '{ me { username } }')).toEqual({ me: null });
    const { passkeys } = await dataOf<{ passkeys: { id: string }[] }>(ana, '{ passkeys { id } }');
    expect((await ana.graphql(`mutation { removePasskey(id: "${passkeys[0]?.id}") }`)).text).toContain(
      'não conseguiria',
    );
    const refused = await app.loginAs('bia');
    expect(await errorOf(refused, unlink)).toBe('NOT_FOUND');
  });

  test('without a provider there is nothing to begin', async () => {
    const { createTestApp } = await import('../../../support/test-app.js');
    const ana = await (await createTestApp()).loginAs('ana');
    expect(await waysIn(ana)).toEqual({ hasPassword: true, providerName: null, identities: [] });
    expect(await errorOf(ana, 'mutation { beginIdentityLink }')).toBe('BAD_USER_INPUT');
    expect((await ana.get('/accounts/oidc/login/')).status).toBe(404);
  });
});

describe('asking again, of a person without a password', () => {
  async function agedPerson() {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const ana = app.browser();
    await signIn(ana, provider, personOf('ana'));
    await letLoginsAge(app);
    expect(await errorOf(ana, 'mutation { beginPasskey }')).toBe('REAUTHENTICATION_REQUIRED');
    expect(await dataOf(ana, '{ reauthentication { until } }')).toEqual({ reauthentication: null });
    return { app, provider, ana };
  }

  test('makes the provider ask, and counts for this session', async () => {
    const { app, provider, ana } = await agedPerson();
    const { headers } = await ana.get(PROOF);
    const { searchParams } = new URL(headers.get('location') ?? '');
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
    const answer = await signIn(ana, provider, personOf('ana'), { path: PROOF });
    expect([answer.status, answer.text.includes('Era você mesmo.')]).toEqual([200, true]);
    const until = new Date(app.clock.now().getTime() + 15 * 60_000).toISOString();
    expect(await dataOf(ana, '{ reauthentication { until } }')).toEqual({ reauthentication: { until } });
    const details = await app.database.em.fork().find(AuthenticationEvent, { event: 'reauthentication' });
    expect(details).toMatchObject([{ result: 'success', door: 'oidc', after: '{"means":"oidc"}' }]);
  });

  test.each<[string, string, Record<string, unknown>]>([
    ['a sign-in of before', 'ana', { auth_time: 1_000_000_000 }],
    ['no time of the sign-in', 'ana', { auth_time: undefined }],
    ['somebody else', 'bia', {}],
  ])('takes no answer with %s', async (_, name, idToken) => {
    const { provider, ana } = await agedPerson();
    const answer = await signIn(ana, provider, personOf(name), { path: PROOF, idToken });
    expect(answer.status).toBe(403);
    expect(await errorOf(ana, 'mutation { beginPasskey }')).not.toBe(undefined);
  });

  test("asks for the account's own second factor, unless the provider has asked for one", async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const ana = app.browser();
    await signIn(ana, provider, personOf('ana'));
    const { secret } = await setUpTotp(app, ana);
    await letLoginsAge(app);
    const asksAgain = async () => (await errorOf(ana, 'mutation { beginPasskey }')) === 'REAUTHENTICATION_REQUIRED';
    const answer = await signIn(ana, provider, personOf('ana'), { path: PROOF });
    expect([answer.status, await asksAgain()]).toEqual([200, true]);
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(answer.text)?.[1] ?? '';
    const form = { csrfmiddlewaretoken: field('csrfmiddlewaretoken'), proof: field('proof'), next: '' };
    const wrong = await ana.post('/accounts/login/', { ...form, otp: '000000' });
    expect([answer, wrong].some(({ text }) => text.includes('href="/accounts/login/'))).toBe(false);
    expect(await asksAgain()).toBe(true);
    const events = await app.database.em.fork().find(AuthenticationEvent, { event: 'reauthentication' });
    expect(events).toMatchObject([{ result: 'failure', username: 'ana', door: 'oidc' }]);

    const stranger = app.browser();
    stranger.cookies.set('csrftoken', ana.cookies.get('csrftoken') ?? '');
    await stranger.post('/accounts/login/', { ...form, otp: codeOf(secret, app) });
    expect([stranger.cookies.has('sessionid'), await asksAgain()]).toEqual([false, true]);

    const proved = await ana.post('/accounts/login/', { ...form, otp: codeOf(secret, app) });
    expect([proved.status, proved.text.includes('Era você mesmo.'), await asksAgain()]).toEqual([200, true, false]);
    await letLoginsAge(app);
    await signIn(ana, provider, personOf('ana'), { path: PROOF, idToken: { amr: ['mfa'] } });
    expect(await asksAgain()).toBe(false);
  });

  test('needs the session', async () => {
    const { app } = await agedPerson();
    expect((await app.browser().get(PROOF)).status).toBe(403);
  });
});

describe('the second factor of the provider', () => {
  test.each<[string, Record<string, unknown>, boolean]>([
    ['mfa', { amr: ['pwd', 'mfa'] }, true],
    ['otp', { amr: ['pwd', 'otp'] }, true],
    ['hwk', { amr: ['hwk'] }, true],
    ['a level that needs one', { acr: 'phr' }, true],
    ['a password alone', { amr: ['pwd'] }, false],
    ['a level of its own', { acr: '1' }, false],
    ['nothing', {}, false],
  ])('with %s counts where accounts must have one: %j → %s', async (_, idToken, counts) => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const staff = await app.loginAs('root', { isStaff: true });
    await setUpTotp(app, staff);
    await dataOf(staff, 'mutation { setSecondFactorPolicy(policy: ALL) { secondFactor } }');
    const ana = app.browser();
    await signIn(ana, provider, personOf('ana'), { idToken });
    expect(await errorOf(ana, '{ metrics { cpuPercent } }')).toBe(counts ? undefined : 'SECOND_FACTOR_REQUIRED');
    const { id } = await app.services.userDirectory.named('ana');
    const program = await app.programAs('ana', ['READ']);
    expect(program.userId).toBe(id);
    expect(await errorOf(program, '{ metrics { cpuPercent } }')).toBe(counts ? undefined : 'SECOND_FACTOR_REQUIRED');
  });

  test("is not there: the account's own is asked for, and the session knows where it came from", async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const ana = app.browser();
    await signIn(ana, provider, personOf('ana'));
    const { secret } = await setUpTotp(app, ana);
    await app.sleep({ minutes: 2 });
    const visitor = app.browser();
    const answer = await signIn(visitor, provider, personOf('ana'), { idToken: { sid: 's2' } });
    expect(answer.status).toBe(200);
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(answer.text)?.[1] ?? '';
    const form = { csrfmiddlewaretoken: field('csrfmiddlewaretoken'), proof: field('proof'), next: '' };
    expect((await visitor.post('/accounts/login/', { ...form, otp: '000000' })).status).toBe(200);
    expect((await visitor.post('/accounts/login/', { ...form, otp: codeOf(secret, app) })).status).toBe(302);
    const session = await app.database.em.fork().findOneOrFail(Session, { providerSession: 's2' });
    expect(session.sealedIdToken).not.toBeNull();
    const strong = await signIn(app.browser(), provider, personOf('ana'), { idToken: { amr: ['mfa'] } });
    expect(strong.status).toBe(302);
  });
});
