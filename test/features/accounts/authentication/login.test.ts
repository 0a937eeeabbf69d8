import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { LoginAttemptSlot } from '../../../../src/features/accounts/credentials/lockout/login-attempt-slot.entity.js';
import { PasswordHasher } from '../../../../src/features/accounts/credentials/password-hasher.js';
import { Session } from '../../../../src/features/accounts/sessions/session.entity.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const ADDRESS = '/accounts/login/';
const WRONG = 'Usuário ou senha incorretos. Confira e tente de novo.';

function sessions(app: TestApp) {
  return app.database.em.fork().find(Session, {});
}

/** Pauses every password check until released. */
class PausedHasher extends PasswordHasher {
  readonly released = Promise.withResolvers<void>();

  override async verify(...given: Parameters<PasswordHasher['verify']>): Promise<boolean> {
    await this.released.promise;
    return super.verify(...given);
  }
}

describe('login (contract 3)', () => {
  test('opens a session and leads to the start page', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    const person = app.browser();
    const answer = await person.submit(ADDRESS, { username: 'ana', password: PASSWORD });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('sessionid='));
    expect(cookie).toMatch(/^sessionid=[\w-]{43}; Max-Age=1209600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    expect((await person.get('/')).status).toBe(200);
    const user = await app.database.em.fork().findOneOrFail(User, { usernameKey: 'ana' });
    expect(user.lastLogin).toEqual(app.clock.now());
  });

  test('the cookie is secure when the public address is https', async () => {
    const app = await createTestApp({ environment: { PUBLIC_URL: 'https://vigia.test' } });
    await app.createUser('ana');
    const form = { first_name: 'b', username: 'bia', email: 'b@example.com', password1: PASSWORD, password2: PASSWORD };
    const registered = await app.browser().submit('/accounts/registrar/', form);
    expect(registered.headers.getSetCookie()).toEqual([expect.stringMatching(/^notice=registered[^;]*;.*; Secure/)]);
    const answer = await app.browser().submit(ADDRESS, { username: 'ana', password: PASSWORD });
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).toContain('; Secure');
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d+/);
  });

  test('marks name and password as wrong only where they are', async () => {
    const app = await createTestApp();
    await app.createUser('ana', { secondFactorLost: true });
    const wrong = await app.browser().submit(ADDRESS, { username: 'ana', password: 'a wrong one 7' });
    expect([wrong.text.includes(WRONG), wrong.text.split('aria-invalid').length - 1]).toEqual([true, 2]);
    const lost = await app.browser().submit(ADDRESS, { username: 'ana', password: PASSWORD });
    expect(lost.text).toContain('O segundo fator desta conta não pôde ser trazido');
    expect(lost.text).not.toContain('aria-invalid');
    const late = await app.browser().submit(ADDRESS, { proof: 'of another time', otp: '123456' });
    expect(late.text).toContain('Demorou demais. Entre de novo.');
    expect(late.text).not.toContain('aria-invalid');
  });

  test('says why it is there when the session was ended elsewhere, once, and for no other reason', async () => {
    const app = await createTestApp();
    const ENDED = 'Sua sessão foi encerrada';
    expect((await app.browser().get(ADDRESS)).text).not.toContain(ENDED);
    const person = await app.loginAs();
    expect((await person.get(ADDRESS)).text).not.toContain(ENDED);
    await app.services.sessions.end(person.cookies.get('sessionid') ?? '');
    const told = await person.get(`${ADDRESS}?next=/conta/`);
    expect(told.text).toContain(ENDED);
    expect(person.cookies.get('sessionid')).toBeUndefined();
    // The page's form works: its CSRF token is that of a visitor.
    const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(told.text)?.[1] ?? '';
    const form = { csrfmiddlewaretoken: token, username: 'ana', password: PASSWORD, next: '/conta/' };
    const wrong = await person.post(ADDRESS, { ...form, password: 'wrong' });
    expect(wrong.text).toContain(WRONG);
    expect(wrong.text).not.toContain(ENDED);
    expect((await person.get(ADDRESS)).text).not.toContain(ENDED);
    const answer = await person.post(ADDRESS, form);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/conta/']);
    // After a deliberate logout, the page shows no reason.
    const csrfmiddlewaretoken = await person.csrfToken(ADDRESS);
    const left = await person.post('/accounts/logout/', { csrfmiddlewaretoken });
    expect(left.status).toBe(302);
    expect((await person.get(ADDRESS)).text).not.toContain(ENDED);
  });

  test('takes away the cookie of another application without a word about a session', async () => {
    const app = await createTestApp();
    const visitor = app.browser();
    // This is a Django session key.
    visitor.cookies.set('sessionid', 'k3v0qg1yx2d9m8s7t6r5p4n3l2j1h0fa');
    const page = await visitor.get(`${ADDRESS}?next=/conta/`);
    expect(page.text).not.toContain('Sua sessão foi encerrada');
    expect(visitor.cookies.get('sessionid')).toBeUndefined();
    const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    await app.createUser('ana');
    const answer = await visitor.post(ADDRESS, { csrfmiddlewaretoken, username: 'ana', password: PASSWORD });
    expect(answer.status).toBe(302);
  });

  test('only the hash of the session is stored', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const secret = person.cookies.get('sessionid') ?? '';
    const [session] = await sessions(app);
    expect(session?.id).toBe(createHash('sha256').update(secret).digest('hex'));
  });

  test.each(['Ana', ' ANA ', 'ａｎａ'])('takes the name in any spelling: %j', async (username) => {
    const app = await createTestApp();
    await app.createUser('ana');
    expect((await app.browser().submit(ADDRESS, { username, password: PASSWORD })).status).toBe(302);
  });

  test('unknown name, wrong password and inactive account get the same page', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    await app.createUser('ida', { isActive: false });
    const attempts = [
      { username: 'ana', password: 'wrong' },
      { username: 'eva', password: PASSWORD },
      { username: 'ida', password: PASSWORD },
    ];
    const pages = [];
    for (const attempt of attempts) {
      const answer = await app.browser().submit(ADDRESS, attempt);
      expect(answer.status).toBe(200);
      expect(answer.text).toContain(WRONG);
      expect(answer.headers.getSetCookie().some((line) => line.startsWith('sessionid='))).toBe(false);
      pages.push(answer.text.replaceAll(attempt.username, 'NAME').replace(/value="[\w-]{300,}"/, ''));
    }
    expect(new Set(pages).size).toBe(1);
    expect(await sessions(app)).toEqual([]);
  });

  test('token issue answers all three alike, to the last header (promise 8)', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    await app.createUser('ida', { isActive: false });
    const answers = [];
    for (const [username, password] of [
      ['ana', 'wrong'],
      ['eva', PASSWORD],
      ['ida', PASSWORD],
    ] as const) {
      const { status, headers, text } = await app.browser().post('/accounts/api/v1/token/', { username, password });
      answers.push(JSON.stringify([status, [...headers].filter(([name]) => name !== 'date'), text]));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('no_active_account');
  });

  test.each([
    ['username', ''],
    ['username', 'a'.repeat(10_000)],
    ['username', 'a\u0000b'],
    ['password', ''],
    ['password', 'x'.repeat(4097)],
  ])('a bad %s is wrong credentials, not a failure of the service', async (field, value) => {
    const app = await createTestApp();
    await app.createUser('ana');
    const answer = await app.browser().submit(ADDRESS, { username: 'ana', password: PASSWORD, [field]: value });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(WRONG);
  });

  test('a session id is new at each login, and the one before is dead', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const before = person.cookies.get('sessionid') ?? '';
    await person.submit(ADDRESS, { username: 'ana', password: PASSWORD });
    expect(person.cookies.get('sessionid')).not.toBe(before);
    const thief = app.browser();
    thief.cookies.set('sessionid', before);
    expect((await thief.get('/')).status).toBe(302);
    expect(await sessions(app)).toHaveLength(1);
  });

  test('an id that the visitor brought is never adopted', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    const visitor = app.browser();
    const brought = 'A'.repeat(43);
    visitor.cookies.set('sessionid', brought);
    await visitor.submit(ADDRESS, { username: 'ana', password: PASSWORD });
    expect(visitor.cookies.get('sessionid')).not.toBe(brought);
  });

  test('a session ends 14 days after the login, however much it is used', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    await app.sleep({ minutes: 14 * 24 * 60 - 1 });
    expect((await person.get('/')).status).toBe(200);
    await app.sleep({ minutes: 1 });
    expect((await person.get('/')).status).toBe(302);
    await app.sleep({ minutes: 60 });
    await expect.poll(() => sessions(app)).toEqual([]);
  });

  test('a GET shows the form also while signed in', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const answer = await person.get(ADDRESS);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('name="password"');
  });

  test('leads to where the person was going, but never off the site', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    const go = async (next: string) => {
      const answer = await app.browser().submit(ADDRESS, { username: 'ana', password: PASSWORD, next });
      return answer.headers.get('location');
    };
    expect(await go('/sistema/conversor/?type=bin2dec&value=1')).toBe('/sistema/conversor/?type=bin2dec&value=1');
    expect(await go('https://evil.example/')).toBe('/');
    expect(await go('//evil.example/')).toBe('/');
  });

  test('the form keeps the page to go to', async () => {
    const app = await createTestApp();
    const answer = await app.browser().get(`${ADDRESS}?next=/conta/?a=%22b`);
    expect(answer.text).toContain('name="next" value="/conta/?a=&quot;b"');
  });
});

describe('logout (contract 3)', () => {
  test('removes the session and leads to the login', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const secret = person.cookies.get('sessionid') ?? '';
    const answer = await person.post('/accounts/logout/', {
      csrfmiddlewaretoken: person.cookies.get('csrftoken') ?? '',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, ADDRESS]);
    expect(person.cookies.has('sessionid')).toBe(false);
    expect(await sessions(app)).toEqual([]);
    person.cookies.set('sessionid', secret);
    expect((await person.get('/')).status).toBe(302);
  });

  test('a GET never logs out', async () => {
    const app = await createTestApp();
    const person = await app.loginAs();
    const answer = await person.get('/accounts/logout/');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect((await person.get('/')).status).toBe(200);
  });
});

describe('the administration login (contract 2)', () => {
  test('takes only staff', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    await app.createUser('root', { isStaff: true });
    const rejected = await app.browser().submit('/admin/login/', { username: 'ana', password: PASSWORD });
    expect(rejected.status).toBe(200);
    expect(rejected.text).toContain(WRONG);
    const staff = app.browser();
    const taken = await staff.submit('/admin/login/?next=/admin/', {
      username: 'root',
      password: PASSWORD,
      next: '/admin/',
    });
    expect([taken.status, taken.headers.get('location')]).toEqual([302, '/admin/']);
    expect((await staff.get('/admin/')).status).toBe(200);
  });

  test.each([
    ['nothing', {}, '/admin/'],
    ['an empty next', { next: '' }, '/admin/'],
    ['another page', { next: '/conta/' }, '/conta/'],
    ['another site', { next: '//evil.example' }, '/'],
  ])('with %s asked for, leads to its own page or where it was asked to', async (_what, next, location) => {
    const app = await createTestApp();
    await app.createUser('eva', { isStaff: true });
    const answer = await app.browser().submit('/admin/login/', { username: 'eva', password: PASSWORD, ...next });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, location]);
  });
});

describe('the bound on hashing (contract 3, promise 7)', () => {
  test('over a hundred waiting attempts are answered 503 with Retry-After', async () => {
    const hasher = new PausedHasher(1000, 1);
    const app = await createTestApp({ hasher });
    await app.createUser('ana');
    let answered = 0;
    const attempt = async (_: unknown, count: number) => {
      const answer = await app.browser({ accept: 'application/json' }).request('POST', '/accounts/api/v1/token/', {
        body: JSON.stringify({ username: `name${count}`, password: 'wrong' }),
        headers: { 'content-type': 'application/json' },
      });
      answered += 1;
      return answer;
    };
    const attempts = Promise.all(Array.from({ length: 110 }, attempt));
    // One attempt is being checked, the next is prepared, and a hundred are waiting.
    await expect.poll(() => answered).toBe(8);
    hasher.released.resolve();
    const answers = await attempts;
    const busy = answers.filter(({ status }) => status === 503);
    expect(busy).toHaveLength(8);
    expect(busy[0]?.headers.get('retry-after')).toBe('5');
    expect(busy[0]?.json()).toMatchObject({ code: 'busy' });
    // An unchecked password does not count as a failure for its name.
    expect(await app.database.em.fork().count(LoginAttemptSlot, {})).toBe(answers.length - busy.length);
  });
});
