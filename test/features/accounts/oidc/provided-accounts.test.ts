import { describe, expect, test } from 'vitest';
import { OidcIdentity } from '../../../../src/features/accounts/users/oidc-identity.entity.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { OutboxMessage } from '../../../../src/platform/outbox/outbox-message.entity.js';
import { createOidcApp, personOf, signIn } from '../../../support/accounts/openid-stand-in.js';
import { dataOf } from '../../../support/administration.js';
import { PASSWORD, type TestApp } from '../../../support/test-app.js';

const CREATE = { OIDC_CREATE: 'true' };

function users(app: TestApp): Promise<User[]> {
  return app.database.em.fork().findAll(User, { orderBy: { id: 'asc' } });
}

describe('an account for an unknown person', () => {
  test('is made only if the settings say so, and the page says what else helps', async () => {
    const { app, provider } = await createOidcApp({ environment: { CONTACT: 'Bia, sala 3' } });
    const answer = await signIn(app.browser(), provider, personOf('ana'));
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('Nenhuma conta aqui está vinculada a você em Casa ID.');
    expect(answer.text).toContain('Bia, sala 3');
    expect(await users(app)).toEqual([]);
  });

  test('has no password, and its address is proved only if the provider has verified it', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    await signIn(app.browser(), provider, personOf('ana'));
    await signIn(app.browser(), provider, personOf('bia', { email_verified: false }));
    const [ana, bia] = await users(app);
    expect([ana?.emailProvedAt, bia?.emailProvedAt]).toEqual([app.clock.now(), null]);
    expect(ana?.password).toMatch(/^![\w-]{40}$/);
    for (const password of [ana?.password ?? '', '!', '']) {
      const answer = await app.browser().submit('/accounts/login/', { username: 'ana', password });
      expect(answer.headers.get('location')).toBeNull();
    }
  });

  test.each([
    ['CLOSED', '', 403],
    ['INVITE', '', 403],
    ['OPEN', '', 302],
    ['CLOSED', 'always', 302],
  ])('follows the registration policy %s, unless the setting is always: "%s"', async (policy, create, status) => {
    const environment = { OIDC_CREATE: create || 'true', REGISTRATION: policy.toLowerCase() };
    const { app, provider } = await createOidcApp({ environment });
    expect((await signIn(app.browser(), provider, personOf('ana'))).status).toBe(status);
    expect(await users(app)).toHaveLength(status === 302 ? 1 : 0);
  });

  test('takes an invitation, which the registration page passes on', async () => {
    const { app, provider } = await createOidcApp({ environment: { ...CREATE, REGISTRATION: 'invite' } });
    const staff = await app.loginAs('root', { isStaff: true });
    const { createInvitation } = await dataOf<{ createInvitation: { link: string } }>(
      staff,
      'mutation { createInvitation(isStaff: true) { link } }',
    );
    const { pathname, search } = new URL(createInvitation.link);
    const visitor = app.browser();
    const page = await visitor.get(pathname + search);
    const path = /href="(\/accounts\/oidc\/login\/\?convite=[^"]+)"/.exec(page.text)?.[1] ?? '';
    expect((await signIn(visitor, provider, personOf('ana'), { path })).status).toBe(302);
    expect((await users(app)).at(-1)).toMatchObject({ username: 'ana', isStaff: true });
    expect((await signIn(app.browser(), provider, personOf('bia'), { path })).status).toBe(403);
  });

  test('gets another name if its own is taken, or looks like one', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    await app.createUser('ana');
    await signIn(app.browser(), provider, personOf('ana'));
    await signIn(app.browser(), provider, { ...personOf('ana'), sub: 'another', email: 'a@example.com' });
    await signIn(app.browser(), provider, { ...personOf('x'), preferred_username: 'аnа' });
    const names = (await users(app)).map(({ username }) => username);
    expect(names.slice(0, 3)).toEqual(['ana', 'ana2', 'ana3']);
    expect(new Set(names).size).toBe(4);
  });

  test.each([
    ['the name without its domain', { preferred_username: 'ana@corp.example' }, 'ana', 'Ana'],
    ['the address without a name', { preferred_username: undefined, email: 'maria.s@example.com' }, 'maria.s', 'Ana'],
    ['no digits alone', { preferred_username: '12345', email: '77@example.com' }, 'ana', 'Ana'],
    ['allowed characters alone', { preferred_username: 'a n<a>;\u202e' }, 'ana', 'Ana'],
    ['the first name of the whole name', { given_name: undefined, name: 'ana lima' }, 'ana', 'Ana Lima'],
    ['the username where there is no other name', { given_name: undefined }, 'ana', 'Ana'],
    ['the username where the name cannot be shown', { given_name: '\u0007' }, 'ana', 'Ana'],
  ])('is named after %s', async (_, claims, username, firstName) => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const answer = await signIn(app.browser(), provider, personOf('ana', claims));
    expect(answer.status).toBe(302);
    expect(await users(app)).toMatchObject([{ username, firstName }]);
  });

  test('is not made without an address, or with a blocked one', async () => {
    const { app, provider } = await createOidcApp({ environment: { OIDC_CREATE: 'always' } });
    const without = await signIn(app.browser(), provider, personOf('ana', { email: undefined }));
    expect([without.status, without.text.includes('não informou o seu e-mail')]).toEqual([403, true]);
    const disposable = await signIn(app.browser(), provider, personOf('ana', { email: 'ana@mailinator.com' }));
    expect(disposable.status).toBe(403);
    expect(await users(app)).toEqual([]);
  });

  test('of one person is one, however often the answers arrive at once', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    const answers = await Promise.all([1, 2, 3].map(() => signIn(app.browser(), provider, personOf('ana'))));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
    expect(await users(app)).toHaveLength(1);
  });
});

describe('an existing account', () => {
  const LINK = { OIDC_LINK_EMAIL: 'true' };

  test.each<[string, Record<string, string>, Record<string, unknown>, Partial<User>]>([
    ['without the setting', {}, {}, {}],
    ['by an address that the provider has not verified', LINK, { email_verified: false }, {}],
    ['by an address that nobody has proved here', LINK, {}, { emailProvedAt: null }],
    ['that is inactive', LINK, {}, { isActive: false }],
  ])('is not taken over: %s', async (_, environment, claims, changes) => {
    const { app, provider } = await createOidcApp({ environment });
    await app.createUser('ana', { emailProvedAt: app.clock.now(), ...changes });
    const answer = await signIn(app.browser(), provider, personOf('ana', claims));
    expect(answer.status).toBe(403);
    expect(await app.database.em.fork().count(OidcIdentity)).toBe(0);
  });

  test('is not taken over by an address that is not one account alone', async () => {
    const { app, provider } = await createOidcApp({ environment: LINK });
    await app.createUser('ana', { emailProvedAt: app.clock.now() });
    await app.createUser('other', { email: 'ANA@example.com' });
    expect((await signIn(app.browser(), provider, personOf('ana'))).status).toBe(403);
  });

  test('is linked by an address that both sides have verified, if the settings trust it', async () => {
    const { app, provider } = await createOidcApp({ environment: LINK });
    const { id } = await app.createUser('ana', { emailProvedAt: app.clock.now() });
    expect((await signIn(app.browser(), provider, personOf('x', { email: 'Ana@example.com' }))).status).toBe(302);
    expect(await app.database.em.fork().findAll(OidcIdentity)).toMatchObject([{ subject: 'sub-x', user: { id } }]);
    const [linked] = await app.database.em.fork().find(AuthenticationEvent, { event: 'identity_link' });
    expect(linked).toMatchObject({ username: 'ana', door: 'oidc', result: 'success' });
    expect(JSON.parse(linked?.after ?? '')).toEqual({
      issuer: provider.issuer,
      subject: 'sub-x',
      name: 'Ana@example.com',
    });
  });

  test('that is inactive is not let in, and the page says so', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    await signIn(app.browser(), provider, personOf('ana'));
    await app.database.em.fork().nativeUpdate(User, { username: 'ana' }, { isActive: false });
    const answer = await signIn(app.browser(), provider, personOf('ana'));
    expect([answer.status, answer.text.includes('A sua conta foi desativada.')]).toEqual([403, true]);
  });

  test('without a password gets no mail that would give it one', async () => {
    const email = {
      EMAIL_MODE: 'true',
      EMAIL_HOST_USER: 'u',
      EMAIL_HOST_PASSWORD: 'p',
      DEFAULT_FROM_EMAIL: 'v@example.com',
    };
    const { app, provider } = await createOidcApp({ environment: { ...CREATE, ...email, EMAIL_HOST: '127.0.0.1' } });
    await signIn(app.browser(), provider, personOf('ana'));
    await app.createUser('bia', { email: 'ana@example.com' });
    const mail = { messageId: 'm', address: 'ana@example.com', userId: null, language: 'pt' } as const;
    const written = await app.services.mailsByKind.password_reset.write(mail);
    expect(written?.text).toContain('bia');
    expect(written?.text.match(/\/accounts\/senha\/nova\//g)).toHaveLength(1);
    expect(await app.database.em.fork().count(OutboxMessage, { kind: 'welcome' })).toBe(1);
  });
});

describe('the staff role by a claim', () => {
  const STAFF = { ...CREATE, OIDC_STAFF: 'groups=vigia-staff' };

  async function roles(app: TestApp): Promise<Record<string, boolean>> {
    return Object.fromEntries((await users(app)).map(({ username, isStaff }) => [username, isStaff]));
  }

  test('is set at each login, and taken away with the claim', async () => {
    const { app, provider } = await createOidcApp({ environment: STAFF });
    await app.createUser('root', { isStaff: true });
    await signIn(app.browser(), provider, personOf('ana', { groups: ['users', 'vigia-staff'] }));
    expect(await roles(app)).toEqual({ root: true, ana: true });
    await signIn(app.browser(), provider, personOf('ana', { groups: ['users'] }));
    expect(await roles(app)).toEqual({ root: true, ana: false });
    const events = await app.database.em.fork().find(AuthenticationEvent, { event: { $like: 'staff_%' } });
    expect(events.map(({ event, door }) => [event, door])).toEqual([
      ['staff_grant', 'oidc'],
      ['staff_revoke', 'oidc'],
    ]);
  });

  test('stays with the last account that has it, which the log says', async () => {
    const { app, provider } = await createOidcApp({ environment: STAFF });
    await signIn(app.browser(), provider, personOf('ana', { groups: 'vigia-staff' }));
    expect((await signIn(app.browser(), provider, personOf('ana'))).status).toBe(302);
    expect(await roles(app)).toEqual({ ana: true });
    expect(app.lines.join('')).toContain('takes the staff role from the last account');
  });

  test('is left as it is without the setting', async () => {
    const { app, provider } = await createOidcApp({ environment: CREATE });
    await signIn(app.browser(), provider, personOf('ana', { groups: ['vigia-staff'] }));
    expect(await roles(app)).toEqual({ ana: false });
    await app.database.em.fork().nativeUpdate(User, { username: 'ana' }, { isStaff: true });
    await signIn(app.browser(), provider, personOf('ana'));
    expect(await roles(app)).toEqual({ ana: true });
  });
});

describe('where only the provider lets people in', () => {
  const ONLY = { ...CREATE, OIDC_ONLY: 'true' };

  test('passwords open nothing, by any login method, but for accounts that the command line has exempted', async () => {
    const { app, provider } = await createOidcApp({ environment: ONLY });
    await app.createUser('ana');
    const script = app.browser({ accept: 'application/json' });
    const attempts = async () => [
      (await app.browser().submit('/accounts/login/', { username: 'ana', password: PASSWORD })).status,
      (await script.post('/accounts/api/v1/token/', { username: 'ana', password: PASSWORD })).status,
      (await script.graphql(`mutation { login(username: "ana", password: "${PASSWORD}") { access } }`)).text.includes(
        'access"',
      ),
    ];
    expect(await attempts()).toEqual([200, 401, false]);
    await app.services.accountStatus.setBreakGlass('ana', true, { method: 'cli', address: '' });
    expect(await attempts()).toEqual([302, 200, true]);
    expect((await signIn(app.browser(), provider, personOf('bia'))).status).toBe(302);
  });

  test('nobody registers with a password, and the pages put the button first', async () => {
    const { app } = await createOidcApp({ environment: ONLY });
    const form = { firstName: 'Ana', email: 'ana@example.com', password1: PASSWORD, password2: PASSWORD };
    const input = Object.entries({ username: 'ana', ...form }).map(([name, value]) => `${name}: "${value}"`);
    const { text } = await app.browser().graphql(`mutation { register(input: { ${input.join(', ')} }) { username } }`);
    expect(text).toContain('REGISTRATION_CLOSED');
    const register = await app.browser().get('/accounts/registrar/');
    expect([register.text.includes('Continuar com Casa ID'), register.text.includes('password1')]).toEqual([
      true,
      false,
    ]);
    const login = (await app.browser().get('/accounts/login/')).text;
    expect(login).toMatch(/button button-primary" href="\/accounts\/oidc\/login\/"[\s\S]*<details class="aside">/);
  });
});
