import { describe, expect, test } from 'vitest';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { dataOf, startWithStaff } from '../../../support/administration.js';
import { databaseKinds } from '../../../support/databases/databases.js';
import { PASSWORD, type TestApp } from '../../../support/test-app.js';

const REGISTER = 'mutation ($input: RegisterInput!) { register(input: $input) { username } }';

/** Registers a name. @returns the resulting error message, or undefined if the name was registered. */
async function register(app: TestApp, username: string): Promise<string | undefined> {
  const input = { username, email: 'x@example.com', firstName: 'X', password1: PASSWORD, password2: PASSWORD };
  const answer = await app.browser().graphql(REGISTER, { input });
  const { errors } = answer.json<{ errors?: { extensions: { fields?: { username?: string[] } } }[] }>();
  return errors && (errors[0]?.extensions.fields?.username?.[0] ?? JSON.stringify(errors));
}

describe.each(databaseKinds.filter(({ available }) => available))('a new user name on $name (contract 3)', (kind) => {
  test('that looks like the name of an account is refused, whatever letters it is made of', async () => {
    const { app } = await startWithStaff(kind);
    await app.createUser('paul.lima');
    await app.createUser('ROSA', { usernameKey: 'rosa' });
    for (const alike of [
      'ch\u0435fe',
      'CH\u0415FE',
      '\u0441hef\u0435',
      'pauI.lima',
      'pau1.Iima',
      'paul.lirna',
      'r\u043esa',
      'R0SA',
    ]) {
      expect([alike, await register(app, alike)]).toEqual([alike, expect.stringContaining('se parece demais')]);
    }
    expect(await register(app, 'Chefe')).toContain('já existe');
    for (const other of [
      'chef\u00e9',
      'chefa',
      'paula.lima',
      'rosa2',
      '\u043c\u0430\u0440\u0438\u044f',
      'Lia',
      'Ila',
    ]) {
      expect([other, await register(app, other)]).toEqual([other, undefined]);
    }
  });

  test('that looks like another one which registers at the same time is refused for one of both', async () => {
    const { app } = await startWithStaff(kind);
    const results = await Promise.all(
      ['eva', '\u0435va', 'ev\u0430', '\u0435v\u0430'].map((name) => register(app, name)),
    );
    expect(results.filter((message) => message === undefined)).toHaveLength(1);
    expect(await app.database.em.fork().count(User, { firstName: 'X' })).toBe(1);
  });

  test('may be given again once the account is deleted', async () => {
    const { app, staff } = await startWithStaff(kind);
    await app.createUser('eva', { isStaff: true });
    await dataOf(staff, 'mutation { deleteOwnAccount(username: "chefe") }');
    expect(await register(app, 'ch\u0435fe')).toBeUndefined();
  });
});
