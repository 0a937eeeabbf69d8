import { describe, expect, test, vi } from 'vitest';
import { LoginAttemptSlot } from '../../../../src/features/accounts/credentials/lockout/login-attempt-slot.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const EMAIL = 'ana@example.com';

/** All ways to log in with a name and a password. @returns whether the login succeeds */
const LOGINS: Readonly<Record<string, (app: TestApp, username: string, password?: string) => Promise<boolean>>> = {
  'the login form': async (app, username, password = PASSWORD) =>
    (await app.browser().submit('/accounts/login/', { username, password })).status === 302,
  'the administration form': async (app, username, password = PASSWORD) =>
    (await app.browser().submit('/admin/login/', { username, password })).status === 302,
  'REST tokens': async (app, username, password = PASSWORD) =>
    (await app.browser({ accept: 'application/json' }).post('/accounts/api/v1/token/', { username, password }))
      .status === 200,
  GraphQL: async (app, username, password = PASSWORD) => {
    const query =
      'mutation ($username: String!, $password: String!) { login(username: $username, password: $password) { access } }';
    return (await app.browser().graphql(query, { username, password })).text.includes('"access"');
  },
};

const byForm = LOGINS['the login form'] as (typeof LOGINS)[string];

describe('logging in with an e-mail address', () => {
  test.each(Object.keys(LOGINS))('works over %s, in any case, and is recorded for the account', async (name) => {
    const app = await createTestApp();
    await app.createUser('ana', { isStaff: true });
    for (const typed of [EMAIL, ' Ana@Example.COM ']) expect(await LOGINS[name]?.(app, typed)).toBe(true);
    const events = await app.database.em.fork().find(AuthenticationEvent, { event: 'login' });
    expect(events.map(({ username, result }) => [username, result])).toEqual([
      ['ana', 'success'],
      ['ana', 'success'],
    ]);
  });

  test('does not where several accounts have it, whatever their password', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    await app.createUser('bia', { email: 'ANA@example.com' });
    expect(await byForm(app, EMAIL)).toBe(false);
    expect(await byForm(app, 'ana')).toBe(true);
  });

  test('leaves a username that is an address to the account of that name', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    await app.createUser(EMAIL, { email: 'bia@example.com' });
    const script = await app
      .browser()
      .graphql(`mutation { login(username: "${EMAIL}", password: "${PASSWORD}") { access } }`);
    const { access } = script.json<{ data: { login: { access: string } } }>().data.login;
    const me = await app.browser({ authorization: `Bearer ${access}` }).graphql('{ me { username } }');
    expect(me.json()).toEqual({ data: { me: { username: EMAIL } } });
  });

  test('gives the same answer for an unknown address as for a wrong password, after the same work', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    const prototype = Object.getPrototypeOf(app.database.em.fork());
    const attempt = async (username: string) => {
      const finds = vi.spyOn(prototype, 'find');
      const { status, text } = await app.browser().submit('/accounts/login/', { username, password: 'a wrong one 7' });
      const queries = finds.mock.calls.length;
      finds.mockRestore();
      return { status, text: text.replaceAll(/value="[^"]*"/g, ''), queries };
    };
    expect(await attempt('nobody@example.com')).toEqual(await attempt(EMAIL));
  });

  test('counts failures for the address as typed, so that it tells nothing of the name', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    for (let count = 0; count < 5; count += 1) expect(await byForm(app, EMAIL, 'a wrong one 7')).toBe(false);
    expect(await byForm(app, EMAIL)).toBe(false);
    expect(await byForm(app, 'ana')).toBe(true);
    const slots = await app.database.em.fork().findAll(LoginAttemptSlot);
    expect(new Set(slots.map(({ username }) => username))).toEqual(new Set([EMAIL]));
    await app.services.accountChanges.unlock(EMAIL, { method: 'cli', address: '' });
    expect(await byForm(app, EMAIL)).toBe(true);
    expect(await app.database.em.fork().count(LoginAttemptSlot)).toBe(0);
  });
});
