import { describe, expect, test } from 'vitest';
import { User } from '../../src/accounts/user.entity.js';
import { createTestApp } from '../support/test-app.js';

const CHANGE = `mutation ($input: ProfileInput!) {
  changeProfile(input: $input) { username firstName email isAuthenticated }
}`;

describe('the own profile (contract 2, /conta/)', () => {
  test('is changed by the rules of registration, and recorded', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs();
    const input = { firstName: '  MARIA clara ', email: ' maria@example.org ' };
    const answer = await ana.graphql(CHANGE, { input });
    const kept = { firstName: 'Maria Clara', email: 'maria@example.org' };
    expect(answer.json()).toEqual({ data: { changeProfile: { username: 'ana', ...kept, isAuthenticated: true } } });
    expect((await ana.graphql('{ me { firstName email } }')).json()).toEqual({ data: { me: kept } });
    expect(app.lines.some((line) => line.includes('"event":"profile_change"'))).toBe(true);
  });

  test.each([
    [{ firstName: ' ', email: 'ana@example.com' }, ['firstName']],
    [{ firstName: 'a\u0007', email: 'ana@example.com' }, ['firstName']],
    [{ firstName: 'Ana', email: 'ana@' }, ['email']],
    [{ firstName: 'x'.repeat(151), email: 'ana@mailinator.com' }, ['email', 'firstName']],
  ])('%j is refused, naming %j, and nothing changes', async (input, fields) => {
    const app = await createTestApp();
    const ana = await app.loginAs();
    const answer = await ana.graphql(CHANGE, { input });
    const [error] = answer.json<{ errors: { extensions: { code: string; fields: object } }[] }>().errors;
    expect(answer.status).toBe(400);
    expect(error?.extensions.code).toBe('BAD_USER_INPUT');
    expect(Object.keys(error?.extensions.fields ?? {}).sort()).toEqual(fields);
    const user = await app.database.em.fork().findOneOrFail(User, { usernameKey: 'ana' });
    expect(user).toMatchObject({ firstName: 'Ana', email: 'ana@example.com' });
  });

  test('is for who is signed in, and from this site', async () => {
    const app = await createTestApp();
    const input = { firstName: 'Eva', email: 'eva@example.com' };
    expect((await app.browser().graphql(CHANGE, { input })).status).toBe(401);
    const ana = await app.loginAs();
    expect((await ana.graphql(CHANGE, { input }, { origin: 'https://evil.example' })).status).toBe(403);
  });
});
