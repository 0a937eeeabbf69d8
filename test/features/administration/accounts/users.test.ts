import { describe, expect, test } from 'vitest';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { audited, codeOf, dataOf, startWithStaff } from '../../../support/administration.js';
import { databaseKinds } from '../../../support/databases/databases.js';
import type { Browser } from '../../../support/http/browser.js';
import { PASSWORD } from '../../../support/test-app.js';

interface UserPage {
  readonly nodes: { readonly username: string }[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

const USERS = `query ($first: Int! = 50, $after: String, $search: String, $isActive: Boolean, $isStaff: Boolean, $role: Role) {
  users(first: $first, after: $after, search: $search, isActive: $isActive, isStaff: $isStaff, role: $role) {
    nodes { username } pageInfo { endCursor hasNextPage }
  }
}`;

async function names(caller: Browser, variables: object = {}): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const { users }: { users: UserPage } = await dataOf(caller, USERS, { ...variables, after });
    found.push(...users.nodes.map(({ username }) => username));
    more = users.pageInfo.hasNextPage;
    after = users.pageInfo.endCursor;
  }
  return found;
}

const USER = `query ($username: String!) {
  user(username: $username) { username email firstName isActive isStaff dateJoined lastLogin isAuthenticated isLastStaff }
}`;

const mutationOf = (field: string) =>
  `mutation ($username: String!) { ${field}(username: $username) { isActive isStaff } }`;
const SET_STAFF = `mutation ($username: String!, $is: Boolean!) {
  setStaff(username: $username, isStaff: $is) { isStaff }
}`;
const SET_PASSWORD = `mutation ($username: String!, $password: String!) {
  setUserPassword(username: $username, password: $password) { username }
}`;
const CREATE = `mutation ($input: CreateUserInput!) {
  createUser(input: $input) { username isStaff isActive }
}`;

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`accounts in the hands of the staff, on ${kind.name} (contract 2, /admin/)`, () => {
    test('are listed the newest first, page by page, and by what they are', async () => {
      const { app, staff } = await startWithStaff(kind);
      for (const name of ['a1', 'a2', 'a3', 'a4', 'a5'])
        await app.createUser(name, { isActive: name !== 'a3', isOperator: ['a3', 'a5'].includes(name) });
      await app.createUser('b1', { isStaff: true, isActive: false });
      const all = ['b1', 'a5', 'a4', 'a3', 'a2', 'a1', 'chefe'];
      for (const first of [1, 3, 7, 50]) expect(await names(staff, { first })).toEqual(all);
      expect(await names(staff, { isStaff: true })).toEqual(['b1', 'chefe']);
      expect(await names(staff, { role: 'OPERATOR', first: 1 })).toEqual(['a5', 'a3']);
      expect(await names(staff, { role: 'OPERATOR', search: 'example.com', first: 1 })).toEqual(['a5', 'a3']);
      expect(await names(staff, { role: 'OPERATOR', search: 'a', isActive: true })).toEqual(['a5']);
      expect(await names(staff, { role: 'MEMBER', search: 'a' })).toEqual(['a4', 'a2', 'a1']);
      expect(await names(staff, { role: 'STAFF' })).toEqual(['b1', 'chefe']);
      expect(await names(staff, { isActive: false, first: 1 })).toEqual(['b1', 'a3']);
      expect(await names(staff, { isActive: false, isStaff: true })).toEqual(['b1']);
      expect(await names(staff, { search: 'a', isActive: false })).toEqual(['a3']);
      expect(await names(staff, { search: 'example.com', isStaff: true, first: 1 })).toEqual(['b1', 'chefe']);
      expect(await codeOf(staff, USERS, { first: 101 })).toBe('BAD_USER_INPUT');
    });

    test('the own password is not set here, where the present one is not asked for', async () => {
      const { app, staff } = await startWithStaff(kind);
      expect(await codeOf(staff, SET_PASSWORD, { username: 'CHEFE', password: 'battery staple 8' })).toBe(
        'BAD_USER_INPUT',
      );
      expect(await audited(app)).toEqual([]);
      await dataOf(staff, '{ me { username } }');
    });

    test('what cannot be recorded is not done', async () => {
      const { app, staff } = await startWithStaff(kind);
      const ana = await app.loginAs('ana');
      const script = await app.scriptAs('ana');
      const connection = app.database.em.getConnection();
      await connection.execute('alter table authentication_events rename to away');
      const attempts = [
        codeOf(staff, mutationOf('deactivateUser'), { username: 'ana' }),
        codeOf(staff, SET_STAFF, { username: 'ana', is: true }),
        codeOf(staff, SET_PASSWORD, { username: 'ana', password: 'battery staple 8' }),
        codeOf(staff, mutationOf('endUserSessions'), { username: 'ana' }),
        codeOf(staff, 'mutation { blockDomain(domain: "spam.example") { domain } }'),
      ];
      expect(await Promise.all(attempts)).toEqual(Array(5).fill('INTERNAL_SERVER_ERROR'));
      await connection.execute('alter table away rename to authentication_events');
      expect(await dataOf(staff, '{ blockedDomains { nodes { domain } } }')).toEqual({ blockedDomains: { nodes: [] } });
      for (const caller of [ana, script]) {
        const { me } = await dataOf<{ me: object }>(caller, '{ me { username isStaff } }');
        expect(me).toEqual({ username: 'ana', isStaff: null });
      }
      await app.loginAs('ana');
    });

    test('are found by part of a name, an address or a first name, in any case; short texts begin a name', async () => {
      const { app, staff } = await startWithStaff(kind);
      await app.createUser('maria', { firstName: 'Ana Maria', email: 'M.Silva@Exemplo.org' });
      await app.createUser('joao', { firstName: 'JOÃO "o bom" 50%_off', email: "o'neil*x@example.net" });
      await app.createUser('ázé', { firstName: "d'Ávila ? $1 \\ (x)", email: 'z@example.net' });
      const found = (search: string) => names(staff, { search });
      expect(await found('MARI')).toEqual(['maria']);
      expect(await found('silva@EXEMPLO')).toEqual(['maria']);
      expect(await found(' ana m ')).toEqual(['maria']);
      expect(await found('joão')).toEqual(['joao']);
      expect(await found('ÁVILA')).toEqual(['ázé']);
      expect(await found('"o bom"')).toEqual(['joao']);
      expect(await found('50%_')).toEqual(['joao']);
      expect(await found("'neil*")).toEqual(['joao']);
      expect(await found("d'ávila ? $1 \\ (x)")).toEqual(['ázé']);
      expect(await found('m')).toEqual(['maria']);
      expect(await found('MA')).toEqual(['maria']);
      expect(await found('Á')).toEqual(['ázé']);
      expect(await found('ar')).toEqual([]);
      for (const nothing of [
        '%%%',
        '___',
        '"""',
        '***',
        'a%b',
        '%',
        '_',
        '"',
        '*',
        '^^m',
        'OR maria',
        'x'.repeat(255),
      ]) {
        expect([nothing, await found(nothing)]).toEqual([nothing, []]);
      }
      for (const unreadable of ['ria\nAna', 'a'.repeat(10_000)]) {
        expect([unreadable, await found(unreadable)]).toEqual([unreadable, []]);
      }
      expect(await found('   ')).toHaveLength(4);
      // Search results reflect the changes and no longer include deleted accounts.
      await app.database.em.fork().nativeUpdate(User, { usernameKey: 'maria' }, { firstName: 'Rosa', isActive: false });
      expect(await found('ana maria')).toEqual([]);
      expect(await names(staff, { search: 'rosa', isActive: false })).toEqual(['maria']);
      await app.database.em.fork().nativeDelete(User, { usernameKey: 'maria' });
      expect(await found('rosa')).toEqual([]);
    });

    test('show everything but the hash, by any spelling of their names', async () => {
      const { app, staff } = await startWithStaff(kind);
      await app.createUser('ana');
      const ana = { username: 'ana', email: 'ana@example.com', firstName: 'Ana', isActive: true, isStaff: false };
      const joined = { dateJoined: app.clock.now().toISOString(), lastLogin: null };
      expect(await dataOf(staff, USER, { username: ' ANA ' })).toEqual({
        user: { ...ana, ...joined, isAuthenticated: false, isLastStaff: false },
      });
      expect(await dataOf(staff, USER, { username: 'chefe' })).toMatchObject({
        user: { isStaff: true, lastLogin: app.clock.now().toISOString(), isAuthenticated: true, isLastStaff: true },
      });
      for (const username of ['nobody', '', 'a b', 'x'.repeat(10_000)]) {
        expect(await codeOf(staff, USER, { username })).toBe('NOT_FOUND');
      }
    });

    test('are deactivated and activated, with what that ends; what changes nothing is recorded as no change', async () => {
      const { app, staff } = await startWithStaff(kind);
      const [ana, script] = [await app.loginAs('ana'), await app.scriptAs('ana')];
      expect(await dataOf(staff, mutationOf('deactivateUser'), { username: 'ANA' })).toMatchObject({
        deactivateUser: { isActive: false },
      });
      expect(await dataOf(ana, '{ me { username } }')).toEqual({ me: null });
      expect(await codeOf(script, '{ me { username } }')).toBe('UNAUTHENTICATED');
      await dataOf(staff, mutationOf('deactivateUser'), { username: 'ana' });
      await dataOf(staff, mutationOf('activateUser'), { username: 'ana' });
      expect(await dataOf(ana, '{ me { username } }')).toEqual({ me: null });
      expect(await audited(app)).toEqual([
        'chefe deactivate ana {"isActive":true} {"isActive":false}',
        'chefe deactivate ana  ',
        'chefe activate ana {"isActive":false} {"isActive":true}',
      ]);
    });

    test('get the staff role and lose it', async () => {
      const { app, staff } = await startWithStaff(kind);
      const ana = await app.loginAs('ana');
      await dataOf(staff, SET_STAFF, { username: 'ana', is: true });
      expect(await names(ana)).toHaveLength(2);
      await dataOf(staff, SET_STAFF, { username: 'ana', is: false });
      expect(await codeOf(ana, USERS)).toBe('FORBIDDEN');
      expect(await dataOf(ana, '{ me { isStaff isActive dateJoined lastLogin } }')).toEqual({
        me: { isStaff: null, isActive: null, dateJoined: null, lastLogin: null },
      });
      expect(await audited(app)).toEqual([
        'chefe staff_grant ana {"isStaff":false} {"isStaff":true}',
        'chefe staff_revoke ana {"isStaff":true} {"isStaff":false}',
      ]);
    });

    test('get a password, by its rules, and it can be read nowhere', async () => {
      const { app, staff } = await startWithStaff(kind);
      const ana = await app.loginAs('ana');
      const weak = (await staff.graphql(SET_PASSWORD, { username: 'ana', password: '1234567' })).json();
      expect(weak).toMatchObject({ errors: [{ extensions: { fields: { password: expect.any(Array) } } }] });
      expect(await dataOf(ana, '{ me { username } }')).toEqual({ me: { username: 'ana' } });
      await dataOf(staff, SET_PASSWORD, { username: 'ana', password: 'battery staple 8' });
      expect(await dataOf(ana, '{ me { username } }')).toEqual({ me: null });
      const login = (password: string) => app.browser().submit('/accounts/login/', { username: 'ana', password });
      expect([(await login(PASSWORD)).status, (await login('battery staple 8')).status]).toEqual([200, 302]);
      expect(await audited(app)).toEqual(['chefe password_set ana  ']);
      expect(app.lines.join()).not.toContain('battery staple');
      const twice = `mutation { a: setUserPassword(username: "ana", password: "x") { username }
        b: setUserPassword(username: "chefe", password: "x") { username } }`;
      expect(await codeOf(staff, twice)).toBe('BAD_USER_INPUT');
    });

    test('are made by the rules of registration, with the role that was asked for', async () => {
      const { app, staff } = await startWithStaff(kind);
      const input = {
        username: 'Ana',
        email: 'a@example.com',
        firstName: 'ana',
        password1: PASSWORD,
        password2: PASSWORD,
      };
      expect(await dataOf(staff, CREATE, { input })).toEqual({
        createUser: { username: 'Ana', isStaff: false, isActive: true },
      });
      const again = (await staff.graphql(CREATE, { input: { ...input, email: 'x@mailinator.com' } })).json();
      expect(again).toMatchObject({
        errors: [{ extensions: { fields: { username: [expect.any(String)], email: [expect.any(String)] } } }],
      });
      expect(await dataOf(staff, CREATE, { input: { ...input, username: 'bia', isStaff: true } })).toMatchObject({
        createUser: { isStaff: true },
      });
      expect(await audited(app)).toEqual([
        'chefe register Ana  {"isActive":true,"isStaff":false,"role":"MEMBER","machines":"ALL"}',
        'chefe register bia  {"isActive":true,"isStaff":true,"role":"STAFF","machines":"ALL"}',
        'chefe staff_grant bia {"isStaff":false} {"isStaff":true}',
      ]);
      expect(await codeOf(staff, CREATE, { input: { ...input, id: 1 } })).toBe('BAD_USER_INPUT');
    });

    test('lose all sessions and tokens, and may log in again', async () => {
      const { app, staff } = await startWithStaff(kind);
      const [ana, script] = [await app.loginAs('ana'), await app.scriptAs('ana')];
      await dataOf(staff, mutationOf('endUserSessions'), { username: 'ana' });
      expect(await dataOf(ana, '{ me { username } }')).toEqual({ me: null });
      expect(await codeOf(script, '{ me { username } }')).toBe('UNAUTHENTICATED');
      await app.loginAs('ana');
      expect(await audited(app)).toEqual(['chefe sessions_end ana {"sessions":1} {"sessions":0}']);
    });
  });

  describe.runIf(kind.available)(`the last active staff account, on ${kind.name}`, () => {
    test('can be neither deactivated nor demoted, in any way', async () => {
      const { app, staff } = await startWithStaff(kind);
      await app.createUser('bia', { isStaff: true, isActive: false });
      const answer = await staff.graphql(mutationOf('deactivateUser'), { username: 'chefe' });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('outra conta ativa')]);
      expect(await codeOf(staff, SET_STAFF, { username: 'chefe', is: false })).toBe('BAD_USER_INPUT');
      // An inactive account may lose the role, since the role gives it no access.
      await dataOf(staff, SET_STAFF, { username: 'bia', is: false });
      await app.createUser('eva', { isStaff: true });
      await dataOf(staff, SET_STAFF, { username: 'chefe', is: false });
      expect(await codeOf(staff, USERS)).toBe('FORBIDDEN');
      // Rejected attempts are also recorded, without any change.
      const [first, second, ...done] = await audited(app);
      expect([first, second]).toEqual(['chefe deactivate chefe  ', 'chefe staff_revoke chefe  ']);
      expect(done).toHaveLength(2);
    });

    test('stays, however many are demoted and deactivated at once by processes of their own', async () => {
      const { app, location } = await startWithStaff(kind);
      const { openTestDatabase } = await import('../../../support/databases/databases.js');
      const { createTestApp } = await import('../../../support/test-app.js');
      const others = [app, await createTestApp({ database: await openTestDatabase(location) })];
      for (let round = 0; round < 5; round += 1) {
        const usernames = ['a', 'b', 'c', 'd'].map((letter) => `${letter}${round}`);
        for (const username of usernames) await app.createUser(username, { isStaff: true });
        const origin = { method: 'cli', address: '' } as const;
        await app.services.accountStatus.setStaff('chefe', false, origin);
        await Promise.allSettled(
          usernames.map((username, index) => {
            const { accountStatus } = (others[index % 2] as typeof app).services;
            return index < 2
              ? accountStatus.setStaff(username, false, origin)
              : accountStatus.deactivate(username, origin);
          }),
        );
        expect(await app.database.em.fork().count(User, { isStaff: true, isActive: true })).toBeGreaterThan(0);
        await app.services.accountStatus.setStaff('chefe', true, origin);
        await app.database.em.fork().nativeUpdate(User, { usernameKey: { $ne: 'chefe' } }, { isStaff: false });
      }
    });
  });
}
