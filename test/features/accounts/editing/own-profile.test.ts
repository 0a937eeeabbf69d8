import { describe, expect, test } from 'vitest';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { dataOf } from '../../../support/administration.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const CHANGE = `mutation ($input: ProfileInput!) {
  changeProfile(input: $input) { username firstName email isAuthenticated }
}`;

/** Returns the recorded profile changes as pairs of old and new values. */
async function recorded({ database }: TestApp): Promise<[before: unknown, after: unknown][]> {
  const events = await database.em
    .fork()
    .find(AuthenticationEvent, { event: 'profile_change' }, { orderBy: { id: 'asc' } });
  return events.map(({ before, after }) => [JSON.parse(before ?? 'null'), JSON.parse(after ?? 'null')]);
}

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`a change of the own profile, on ${name}`, () => {
    test('is recorded with what was otherwise before and since; what is the same is no change', async () => {
      const app = await createTestApp({ database: await openTestDatabase(await locate()) });
      const ana = await app.loginAs();
      const change = async (firstName: string, email: string) =>
        expect((await ana.graphql(CHANGE, { input: { firstName, email } })).status).toBe(200);
      await change('Ana', 'ana@example.org');
      await change('ANA maria', 'new@example.org');
      await change('Ana Maria', ' new@example.org ');
      expect(await recorded(app)).toEqual([
        [{ email: 'ana@example.com' }, { email: 'ana@example.org' }],
        [
          { firstName: 'Ana', email: 'ana@example.org' },
          { firstName: 'Ana Maria', email: 'new@example.org' },
        ],
      ]);
    });

    test('is recorded one after the other, however many come at once', async () => {
      const app = await createTestApp({ database: await openTestDatabase(await locate()) });
      const ana = await app.loginAs();
      const names = ['Bia', 'Caio', 'Davi', 'Eva'];
      await Promise.all(
        names.map((firstName) => ana.graphql(CHANGE, { input: { firstName, email: 'ana@example.com' } })),
      );
      const events = (await recorded(app)) as [{ firstName: string }, { firstName: string }][];
      expect(events.map(([, after]) => after.firstName).sort()).toEqual(names);
      const befores = events.map(([before]) => before.firstName);
      expect(befores).toEqual(['Ana', ...events.slice(0, -1).map(([, after]) => after.firstName)]);
    });

    test('is not made where it cannot be recorded, and no own session ends so', async () => {
      const app = await createTestApp({ database: await openTestDatabase(await locate()) });
      const [ana, other] = [await app.loginAs(), await app.loginAs()];
      const { sessions } = await dataOf<{ sessions: { id: string; isCurrent: boolean }[] }>(
        ana,
        '{ sessions { id isCurrent } }',
      );
      const id = sessions.find(({ isCurrent }) => !isCurrent)?.id;
      const connection = app.database.em.getConnection();
      await connection.execute('alter table authentication_events rename to away');
      const input = { firstName: 'Eva', email: 'eva@example.com' };
      expect((await ana.graphql(CHANGE, { input })).status).toBe(500);
      expect((await ana.graphql(`mutation { endSession(id: "${id}") }`)).status).toBe(500);
      await connection.execute('alter table away rename to authentication_events');
      expect(await dataOf(other, '{ me { firstName email } }')).toEqual({
        me: { firstName: 'Ana', email: 'ana@example.com' },
      });
    });
  });
}

describe('the own profile (contract 2, /conta/)', () => {
  test('is changed by the rules of registration, and recorded', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs();
    const input = { firstName: '  MARIA clara ', email: ' maria@example.org ' };
    const answer = await ana.graphql(CHANGE, { input });
    const stored = { firstName: 'Maria Clara', email: 'maria@example.org' };
    expect(answer.json()).toEqual({ data: { changeProfile: { username: 'ana', ...stored, isAuthenticated: true } } });
    expect((await ana.graphql('{ me { firstName email } }')).json()).toEqual({ data: { me: stored } });
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

  test('another address takes a password given a short time ago, as mails to it set passwords; a name does not', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs();
    await app.sleep({ minutes: 15 });
    const renamed = { firstName: 'Maria', email: 'ana@example.com' };
    expect((await ana.graphql(CHANGE, { input: renamed })).status).toBe(200);
    const moved = { firstName: 'Eva', email: 'thief@example.com' };
    const refused = await ana.graphql(CHANGE, { input: moved });
    expect(refused.text).toContain('"code":"REAUTHENTICATION_REQUIRED"');
    const user = await app.database.em.fork().findOneOrFail(User, { usernameKey: 'ana' });
    expect(user).toMatchObject(renamed);
    await dataOf(ana, `mutation { reauthenticate(password: "${PASSWORD}") { until } }`);
    expect((await ana.graphql(CHANGE, { input: moved })).status).toBe(200);
  });

  test('needs a signed-in caller, and this site', async () => {
    const app = await createTestApp();
    const input = { firstName: 'Eva', email: 'eva@example.com' };
    expect((await app.browser().graphql(CHANGE, { input })).status).toBe(401);
    const ana = await app.loginAs();
    expect((await ana.graphql(CHANGE, { input }, { origin: 'https://evil.example' })).status).toBe(403);
  });
});
