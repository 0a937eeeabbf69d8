import jsonwebtoken from 'jsonwebtoken';
import { describe, expect, test } from 'vitest';
import { AccessPolicyRow } from '../../../src/features/accounts/access-policy/access-policy.entity.js';
import { LoginAttemptSlot } from '../../../src/features/accounts/credentials/lockout/login-attempt-slot.entity.js';
import { PasswordHasher } from '../../../src/features/accounts/credentials/password-hasher.js';
import { Invitation } from '../../../src/features/accounts/invitations/invitation.entity.js';
import { Session } from '../../../src/features/accounts/sessions/session.entity.js';
import { User } from '../../../src/features/accounts/users/user.entity.js';
import { AuthenticationEvent } from '../../../src/platform/audit/audit-event.entity.js';
import { BEHIND_PROXY, loginMethods, tryRight } from '../../support/accounts/login-methods.js';
import { letLoginsAge, reauthenticate, refreshed } from '../../support/accounts/reauthentication.js';
import { audited, dataOf, startWithStaff } from '../../support/administration.js';
import { type DatabaseKind, databaseKinds } from '../../support/databases/databases.js';
import type { Answer, Browser } from '../../support/http/browser.js';
import { PASSWORD, SECRET_KEY, type TestApp, type TestAppOptions } from '../../support/test-app.js';

const NEW_PASSWORD = 'battery staple 8';
const WRONG = 'canary wrong 88';

const CREATE = `mutation ($input: CreateUserInput!) {
  createUser(input: $input) { username }
}`;
const newUser = (username: string, isStaff: boolean) => ({
  input: {
    ...{ username, isStaff, firstName: username, email: `${username}@example.com` },
    ...{ password1: NEW_PASSWORD, password2: NEW_PASSWORD },
  },
});

interface Operation {
  readonly query: string;
  readonly variables: object;
}

const setStaff = (username: string, isStaff: boolean): Operation => ({
  query: `mutation ($username: String!, $isStaff: Boolean!) {
    setStaff(username: $username, isStaff: $isStaff) { username }
  }`,
  variables: { username, isStaff },
});
const activate = (username: string): Operation => ({
  query: `mutation ($username: String!) {
    activateUser(username: $username) { username }
  }`,
  variables: { username },
});
const deactivate = (username: string): Operation => ({
  query: 'mutation ($username: String!) { deactivateUser(username: $username) { username } }',
  variables: { username },
});
const setPassword = (username: string): Operation => ({
  query: `mutation ($username: String!, $password: String!) {
    setUserPassword(username: $username, password: $password) { username }
  }`,
  variables: { username, password: NEW_PASSWORD },
});
const unlock = (username: string): Operation => ({
  query: `mutation ($username: String!) {
    unlock(username: $username)
  }`,
  variables: { username },
});
const create = (username: string, isStaff: boolean): Operation => ({
  query: CREATE,
  variables: newUser(username, isStaff),
});

const invite = (isStaff: boolean): Operation => ({
  query: `mutation ($isStaff: Boolean!) {
    createInvitation(email: "", isStaff: $isStaff, sendMail: false) { link }
  }`,
  variables: { isStaff },
});
const plain = (query: string): Operation => ({ query, variables: {} });

/** Operations that can do harm by letting people in, taking over accounts or shutting their owners out. */
const RAISES = {
  'giving the role': setStaff('ana', true),
  'making an account with the role': create('nova', true),
  'activating an account with the role': activate('rui'),
  'setting the password of staff': setPassword('eva'),
  'setting a password': setPassword('ana'),
  'deactivating an account': deactivate('ana'),
  'opening the locks of staff': unlock('eva'),
  'inviting staff': invite(true),
  'changing who may register': plain('mutation { setRegistrationMode(mode: CLOSED) { registration } }'),
  'changing who must have a second factor': plain(
    'mutation { setSecondFactorPolicy(policy: OPTIONAL) { secondFactor } }',
  ),
  'taking second factors': plain('mutation { resetUserFactors(username: "ana") { username } }'),
  'taking the role': setStaff('eva', false),
  'making an account': create('nova', false),
  'activating an account': activate('bia'),
  'opening locks': unlock('ana'),
  'inviting somebody': invite(false),
};

interface Fault {
  readonly message: string;
  readonly extensions: { readonly code: string; readonly fields?: Record<string, string[]>; retryAfter?: number };
}

function attempt(caller: Browser, { query, variables }: Operation): Promise<Answer> {
  return caller.graphql(query, variables);
}

function findFault(answer: Answer): Fault | undefined {
  return answer.json<{ errors?: Fault[] }>().errors?.[0];
}

/** Starts the service with a staff member and accounts of every kind: eva and rui are staff, rui and bia inactive. */
async function start(kind: DatabaseKind, { isOld = false, ...options }: TestAppOptions & { isOld?: boolean } = {}) {
  const { app, staff } = await startWithStaff(kind, { environment: BEHIND_PROXY, ...options });
  // Ages the logins before the failures, which count for only ten minutes.
  if (isOld) await letLoginsAge(app);
  await app.createUser('ana');
  await app.createUser('bia', { isActive: false });
  await app.createUser('eva', { isStaff: true });
  await app.createUser('rui', { isStaff: true, isActive: false });
  for (const username of ['ana', 'eva']) {
    await loginMethods['token issue']?.(app, { username, password: 'wrong', from: '192.0.2.9' });
  }
  return { app, staff };
}

/** Returns all accounts, locks and invitations, and the access policy. */
async function stateOf({ database }: TestApp) {
  const em = database.em.fork();
  const users = await em.find(User, {}, { orderBy: { id: 'asc' } });
  const slots = await em.find(
    LoginAttemptSlot,
    { address: '192.0.2.9' },
    { orderBy: { username: 'asc', slot: 'asc' } },
  );
  const invitations = await em.find(Invitation, {});
  return JSON.stringify([users, slots, invitations, await em.find(AccessPolicyRow, {})]);
}

function failures({ database }: TestApp, username: string): Promise<number> {
  return database.em.fork().count(LoginAttemptSlot, { username, address: '127.0.0.1' });
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`what can do harm, on ${kind.name} (contract 14)`, () => {
    test.each(Object.entries(RAISES))('%s takes a password of the last 15 minutes', async (_name, operation) => {
      const { app, staff } = await start(kind, { isOld: true });
      const before = await stateOf(app);
      const refused = await attempt(staff, operation);
      expect([refused.status, findFault(refused)?.extensions]).toEqual([403, { code: 'REAUTHENTICATION_REQUIRED' }]);
      expect(await stateOf(app)).toBe(before);
      expect(await audited(app)).toEqual([]);
      expectDone(await reauthenticate(staff));
      expect(findFault(await attempt(staff, operation))).toBeUndefined();
      expect(await stateOf(app)).not.toBe(before);
    });

    test('a role that was lost while a password was hashed changes nothing', async () => {
      const hasher = new SlowHasher(10);
      const { app, staff } = await start(kind, { hasher });
      const before = await stateOf(app);
      const em = app.database.em.fork();
      const chefe = (isStaff: boolean, isActive: boolean) =>
        em.nativeUpdate(User, { usernameKey: 'chefe' }, { isStaff, isActive });
      for (const operation of [create('nova', true), create('nova', false), setPassword('ana'), setPassword('eva')]) {
        const codes: (string | undefined)[] = [];
        for (const becomes of [() => chefe(false, true), () => chefe(true, false)]) {
          const done = hasher.meanwhile(becomes);
          codes.push(findFault(await attempt(staff, operation))?.extensions.code);
          await done;
          await chefe(true, true);
        }
        expect([operation, codes]).toEqual([operation, ['FORBIDDEN', 'UNAUTHENTICATED']]);
      }
      expect(await stateOf(app)).toBe(before);
    });

    test('a session that ended while its password was checked is not renewed', async () => {
      const hasher = new SlowHasher(10);
      const { app, staff } = await start(kind, { hasher });
      const done = hasher.meanwhile(() => app.database.em.fork().nativeDelete(Session, {}));
      expect(findFault(await reauthenticate(staff))?.extensions.code).toBe('UNAUTHENTICATED');
      await done;
    });
  });
}

const [sqlite] = databaseKinds as readonly [DatabaseKind];
const harm = setStaff('ana', true);

describe('a password given again', () => {
  test('counts for 15 minutes, in the session that gave it', async () => {
    const { app, staff } = await start(sqlite);
    const other = await app.loginAs('chefe');
    await letLoginsAge(app);
    const { data } = (await reauthenticate(staff)).json<{ data: { reauthenticate: { until: string } } }>();
    expect(new Date(data.reauthenticate.until).getTime() - app.clock.now().getTime()).toBe(15 * 60_000);
    expect(findFault(await attempt(other, harm))?.extensions.code).toBe('REAUTHENTICATION_REQUIRED');
    await app.sleep({ ms: 15 * 60_000 - 1 });
    expect(findFault(await attempt(staff, harm))).toBeUndefined();
    await app.sleep({ ms: 1 });
    expect(findFault(await attempt(staff, harm))?.extensions.code).toBe('REAUTHENTICATION_REQUIRED');
  });

  test('does not count for longer because the clock was set back', async () => {
    const { app, staff } = await start(sqlite);
    app.clock.setBy({ minutes: -30 });
    expect(findFault(await attempt(staff, harm))?.extensions.code).toBe('REAUTHENTICATION_REQUIRED');
    expectDone(await reauthenticate(staff));
    expect(findFault(await attempt(staff, harm))).toBeUndefined();
  });

  test('is that of the login for a token, however often it is refreshed', async () => {
    const { app } = await start(sqlite);
    const script = await app.scriptAs('chefe');
    expect(findFault(await attempt(script, harm))).toBeUndefined();
    await app.sleep({ minutes: 9 });
    expect(findFault(await attempt(await refreshed(app, script), harm))).toBeUndefined();
    await app.sleep({ minutes: 6 });
    const renewed = await refreshed(app, script);
    expect(findFault(await attempt(renewed, harm))?.extensions.code).toBe('REAUTHENTICATION_REQUIRED');
    const again = await reauthenticate(renewed);
    expect([again.status, findFault(again)?.extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
    expect(findFault(again)?.message).toContain('token');
    expect(findFault(await attempt(await app.scriptAs('chefe'), harm))).toBeUndefined();
  });

  test('is not known of a token of a version that did not note its login', async () => {
    const { app } = await start(sqlite);
    const { access } = await app.scriptAs('chefe');
    const { auth_time, ...claims } = jsonwebtoken.decode(access) as Record<string, unknown>;
    expect(auth_time).toBe(Math.floor(app.clock.now().getTime() / 1000));
    const older = app.browser({ authorization: `Bearer ${jsonwebtoken.sign(claims, SECRET_KEY)}` });
    expect((await older.graphql('{ me { username } }')).status).toBe(200);
    expect(findFault(await attempt(older, harm))?.extensions.code).toBe('REAUTHENTICATION_REQUIRED');
  });
});

describe('guesses at the own password', () => {
  test('count for the lockout like those of any login: the fourth is wrong, the fifth locks', async () => {
    const { app, staff } = await start(sqlite);
    for (const wrong of [WRONG, 'another', 'a third', 'a fourth']) {
      const answer = await reauthenticate(staff, { password: wrong });
      expect([answer.status, findFault(answer)?.extensions]).toEqual([
        400,
        { code: 'BAD_USER_INPUT', fields: { password: ['Esta não é a sua senha atual.'] } },
      ]);
    }
    const fifth = await reauthenticate(staff, { password: WRONG });
    expect([fifth.status, findFault(fifth)?.extensions]).toEqual([429, { code: 'LOCKED_OUT', retryAfter: 600 }]);
    expect(fifth.headers.get('retry-after')).toBe('600');
    // The right password is also rejected, here and at login; other addresses are not affected.
    expect((await reauthenticate(staff)).status).toBe(429);
    for (const door of Object.values(loginMethods)) {
      expect((await door(app, { username: 'chefe', password: PASSWORD })).outcome).toBe('locked');
    }
    expect(await tryRight(app, 'chefe', '192.0.2.1')).toBe('in');
    await app.sleep({ minutes: 10 });
    expect((await reauthenticate(staff)).status).toBe(200);
  });

  test('count nothing while there is none, and are forgotten after the right one', async () => {
    const { app, staff } = await start(sqlite);
    for (const nothing of [{}, { password: null }, { password: '' }]) {
      expect(findFault(await reauthenticate(staff, nothing))?.extensions.fields).toHaveProperty('password');
    }
    expect(await failures(app, 'chefe')).toBe(0);
    await reauthenticate(staff, { password: WRONG });
    expect(await failures(app, 'chefe')).toBe(1);
    expectDone(await reauthenticate(staff));
    expect(await failures(app, 'chefe')).toBe(0);
  });

  test('cannot be had anew by opening the own lock', async () => {
    const { app, staff } = await start(sqlite);
    await letLoginsAge(app);
    for (let count = 0; count < 5; count += 1) await reauthenticate(staff, { password: WRONG });
    expect(findFault(await attempt(staff, unlock('CHEFE')))?.extensions.code).toBe('REAUTHENTICATION_REQUIRED');
    expect(await tryRight(app, 'chefe')).toBe('locked');
  });

  test('are one to an operation: more are rejected and count nothing', async () => {
    const { app, staff } = await start(sqlite);
    const guess = 'reauthenticate(password: "x") { until }';
    const answer = await staff.graphql(`mutation { a: ${guess} b: ${guess} }`);
    expect([answer.status, findFault(answer)?.extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
    expect(await failures(app, 'chefe')).toBe(0);
  });

  test('are in the audit trail under the name of the caller, as the right one is, and no password is anywhere', async () => {
    const { app, staff } = await start(sqlite);
    expectDone(await reauthenticate(staff));
    for (let count = 0; count < 6; count += 1) await reauthenticate(staff, { password: WRONG });
    const events = await app.database.em
      .fork()
      .find(AuthenticationEvent, { event: 'reauthentication' }, { orderBy: { id: 'asc' } });
    expect(events.map(({ result, door, username, actor }) => [result, door, username, actor])).toEqual([
      ['success', 'graphql', 'chefe', ''],
      ...Array(4).fill(['failure', 'graphql', 'chefe', '']),
      ['locked_out', 'graphql', 'chefe', ''],
    ]);
    const filter = '{ auditTrail(filter: { event: REAUTHENTICATION }) { nodes { result } } }';
    const { auditTrail } = await dataOf<{ auditTrail: { nodes: object[] } }>(staff, filter);
    expect(auditTrail.nodes).toHaveLength(6);
    expect(app.lines.join() + (await stateOf(app))).not.toContain(WRONG);
  });
});

function expectDone(answer: Answer): void {
  expect(findFault(answer)).toBeUndefined();
}

/** A hasher that runs another task during its next operation. */
class SlowHasher extends PasswordHasher {
  #meanwhile: (() => Promise<unknown>) | undefined;

  /**
   * Runs a task after the next password has been verified or hashed, but before the result is returned. @returns a
   * promise that resolves when the task is done.
   */
  meanwhile(task: () => Promise<unknown>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#meanwhile = async () => {
      await task();
      resolve();
    };
    return promise;
  }

  override async hash(...job: Parameters<PasswordHasher['hash']>): Promise<string> {
    const encoded = await super.hash(...job);
    await this.#takePause();
    return encoded;
  }

  override async verify(password: string, encoded: string | undefined): Promise<boolean> {
    const fits = await super.verify(password, encoded);
    await this.#takePause();
    return fits;
  }

  async #takePause(): Promise<void> {
    const task = this.#meanwhile;
    this.#meanwhile = undefined;
    await task?.();
  }
}
