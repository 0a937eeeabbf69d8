import { describe, expect, test } from 'vitest';
import { LoginAttemptSlot } from '../../src/accounts/authentication/login-attempt-slot.entity.js';
import { PasswordHasher } from '../../src/accounts/authentication/password-hasher.js';
import { User } from '../../src/accounts/users/user.entity.js';
import { AuthenticationEvent } from '../../src/audit/audit-event.entity.js';
import { audited, dataOf, startWithStaff } from '../support/administration.js';
import type { Answer, Browser } from '../support/browser.js';
import { type DatabaseKind, databaseKinds } from '../support/databases.js';
import { BEHIND_PROXY, loginMethods, tryRight } from '../support/login-methods.js';
import { PASSWORD, type TestApp, type TestAppOptions } from '../support/test-app.js';

const NEW_PASSWORD = 'battery staple 8';
const WRONG = 'canary wrong 88';

const CREATE = `mutation ($input: CreateUserInput!, $ownPassword: String) {
  createUser(input: $input, ownPassword: $ownPassword) { username }
}`;
const newUser = (username: string, isStaff: boolean) => ({
  input: {
    ...{ username, isStaff, firstName: username, email: `${username}@example.com` },
    ...{ password1: NEW_PASSWORD, password2: NEW_PASSWORD },
  },
});

/** An operation and its variables, to which the own password may be added. */
interface Operation {
  readonly query: string;
  readonly variables: object;
}

const setStaff = (username: string, isStaff: boolean): Operation => ({
  query: `mutation ($username: String!, $isStaff: Boolean!, $ownPassword: String) {
    setStaff(username: $username, isStaff: $isStaff, ownPassword: $ownPassword) { username }
  }`,
  variables: { username, isStaff },
});
const activate = (username: string): Operation => ({
  query: `mutation ($username: String!, $ownPassword: String) {
    activateUser(username: $username, ownPassword: $ownPassword) { username }
  }`,
  variables: { username },
});
const setPassword = (username: string): Operation => ({
  query: `mutation ($username: String!, $password: String!, $ownPassword: String) {
    setUserPassword(username: $username, password: $password, ownPassword: $ownPassword) { username }
  }`,
  variables: { username, password: NEW_PASSWORD },
});
const unlock = (username: string): Operation => ({
  query: `mutation ($username: String!, $ownPassword: String) {
    unlock(username: $username, ownPassword: $ownPassword)
  }`,
  variables: { username },
});
const create = (username: string, isStaff: boolean): Operation => ({
  query: CREATE,
  variables: newUser(username, isStaff),
});

/** What makes staff, lets staff in again, or makes an account of the staff. */
const RAISES = {
  'giving the role': setStaff('ana', true),
  'making an account with the role': create('nova', true),
  'activating an account with the role': activate('rui'),
  'setting the password of staff': setPassword('eva'),
  'opening the locks of staff': unlock('eva'),
};

/** The same done to accounts without the role, or to take it. */
const PLAIN = {
  'taking the role': setStaff('eva', false),
  'making an account': create('nova', false),
  'activating an account': activate('bia'),
  'setting a password': setPassword('ana'),
  'opening locks': unlock('ana'),
};

interface Fault {
  readonly message: string;
  readonly extensions: { readonly code: string; readonly fields?: Record<string, string[]>; retryAfter?: number };
}

function attempt(caller: Browser, { query, variables }: Operation, ownPassword?: string | null): Promise<Answer> {
  return caller.graphql(query, { ...variables, ...(ownPassword !== undefined && { ownPassword }) });
}

function faultOf(answer: Answer): Fault | undefined {
  return answer.json<{ errors?: Fault[] }>().errors?.[0];
}

/** The service with a member of the staff, and accounts of every standing: eva and rui are staff, rui and bia inactive. */
async function start(kind: DatabaseKind, options: TestAppOptions = {}) {
  const { app, staff } = await startWithStaff(kind, { environment: BEHIND_PROXY, ...options });
  await app.createUser('ana');
  await app.createUser('bia', { isActive: false });
  await app.createUser('eva', { isStaff: true });
  await app.createUser('rui', { isStaff: true, isActive: false });
  for (const username of ['ana', 'eva']) {
    await loginMethods['token issue']?.(app, { username, password: 'wrong', from: '192.0.2.9' });
  }
  return { app, staff };
}

/** All of the accounts, and what is locked. */
async function stateOf({ database }: TestApp) {
  const em = database.em.fork();
  const users = await em.find(User, {}, { orderBy: { id: 'asc' } });
  const slots = await em.find(
    LoginAttemptSlot,
    { address: '192.0.2.9' },
    { orderBy: { username: 'asc', slot: 'asc' } },
  );
  return JSON.stringify([users, slots]);
}

function failures({ database }: TestApp, username: string): Promise<number> {
  return database.em.fork().count(LoginAttemptSlot, { username, address: '127.0.0.1' });
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`the own password for what makes or raises rights, on ${kind.name}`, () => {
    test.each(Object.entries(RAISES))('%s asks for it, by session and by token', async (_name, operation) => {
      const { app, staff } = await start(kind);
      const before = await stateOf(app);
      for (const caller of [staff, await app.scriptAs('chefe')]) {
        for (const missing of [undefined, null, '']) {
          const answer = await attempt(caller, operation, missing);
          const fault = faultOf(answer);
          expect([answer.status, fault?.extensions.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
          expect(fault?.message).toContain('ownPassword');
          expect(fault?.extensions.fields).toEqual({ ownPassword: [expect.any(String)] });
        }
        expect(await failures(app, 'chefe')).toBe(0);
        const answer = await attempt(caller, operation, WRONG);
        expect([answer.status, faultOf(answer)?.extensions]).toEqual([
          400,
          { code: 'BAD_USER_INPUT', fields: { ownPassword: ['Esta não é a sua senha atual.'] } },
        ]);
        expect(await failures(app, 'chefe')).toBe(1);
        expect(await stateOf(app)).toBe(before);
        expect(await audited(app)).toEqual([]);
        await app.database.em.fork().nativeDelete(LoginAttemptSlot, { username: 'chefe' });
      }
      expect(faultOf(await attempt(staff, operation, PASSWORD))).toBeUndefined();
      expect(await failures(app, 'chefe')).toBe(0);
      expect(await stateOf(app)).not.toBe(before);
    });

    test.each(Object.entries(PLAIN))('%s asks for none', async (_name, operation) => {
      const { app, staff } = await start(kind);
      const before = await stateOf(app);
      expect(faultOf(await attempt(staff, operation))).toBeUndefined();
      expect(await stateOf(app)).not.toBe(before);
    });

    test('a role that was lost while a password was checked or hashed changes nothing', async () => {
      const hasher = new SlowHasher(10);
      const { app, staff } = await start(kind, { hasher });
      const before = await stateOf(app);
      const em = app.database.em.fork();
      const chefe = (isStaff: boolean, isActive: boolean) =>
        em.nativeUpdate(User, { usernameKey: 'chefe' }, { isStaff, isActive });
      const attempts = [
        ...Object.values(RAISES).map((operation) => ({ operation, ownPassword: PASSWORD })),
        { operation: PLAIN['making an account'], ownPassword: undefined },
        { operation: PLAIN['setting a password'], ownPassword: undefined },
      ];
      for (const { operation, ownPassword } of attempts) {
        const codes: (string | undefined)[] = [];
        for (const becomes of [() => chefe(false, true), () => chefe(true, false)]) {
          const done = hasher.meanwhile(becomes);
          codes.push(faultOf(await attempt(staff, operation, ownPassword))?.extensions.code);
          await done;
          await chefe(true, true);
        }
        expect([operation, codes]).toEqual([operation, ['FORBIDDEN', 'UNAUTHENTICATED']]);
      }
      expect(await stateOf(app)).toBe(before);
    });

    test('an account that gets the role while its new password is hashed keeps the old one', async () => {
      const hasher = new SlowHasher(10);
      const { app, staff } = await start(kind, { hasher });
      const em = app.database.em.fork();
      const promoted = hasher.meanwhile(() => em.nativeUpdate(User, { usernameKey: 'ana' }, { isStaff: true }));
      const fault = faultOf(await attempt(staff, setPassword('ana')));
      await promoted;
      expect(fault?.extensions.code).toBe('REAUTHENTICATION_REQUIRED');
      expect(await tryRight(app, 'ana')).toBe('in');
    });
  });
}

const [sqlite] = databaseKinds as readonly [DatabaseKind];

describe('guesses at the own password', () => {
  test('count for the lockout like those of any login: the fourth is wrong, the fifth locks', async () => {
    const { app, staff } = await start(sqlite);
    const script = await app.scriptAs('chefe');
    const operations = [setStaff('ana', true), create('nova', true), activate('rui'), setPassword('eva')];
    for (const [index, operation] of operations.entries()) {
      expect(faultOf(await attempt(index % 2 ? staff : script, operation, WRONG))?.extensions.code).toBe(
        'BAD_USER_INPUT',
      );
    }
    const fifth = await attempt(staff, unlock('eva'), WRONG);
    expect([fifth.status, faultOf(fifth)?.extensions]).toEqual([429, { code: 'LOCKED_OUT', retryAfter: 600 }]);
    expect(fifth.headers.get('retry-after')).toBe('600');
    // The right one is rejected as well, here and at the login; another address is another matter.
    expect((await attempt(script, setStaff('ana', true), PASSWORD)).status).toBe(429);
    for (const door of Object.values(loginMethods)) {
      expect((await door(app, { username: 'chefe', password: PASSWORD })).outcome).toBe('locked');
    }
    expect(await tryRight(app, 'chefe', '192.0.2.1')).toBe('in');
    await app.sleep({ minutes: 10 });
    expect((await attempt(staff, setStaff('ana', true), PASSWORD)).status).toBe(200);
  });

  test('cannot be had anew by opening the own lock', async () => {
    const { app, staff } = await start(sqlite);
    for (let count = 0; count < 5; count += 1) await attempt(staff, setStaff('ana', true), WRONG);
    expect(faultOf(await attempt(staff, unlock('CHEFE')))?.extensions.code).toBe('REAUTHENTICATION_REQUIRED');
    expect(faultOf(await attempt(staff, unlock('chefe'), PASSWORD))?.extensions.code).toBe('LOCKED_OUT');
    expect(await tryRight(app, 'chefe')).toBe('locked');
  });

  test('are one to an operation: more are rejected and count nothing', async () => {
    const { app, staff } = await start(sqlite);
    const give = 'setStaff(username: "ana", isStaff: true, ownPassword: "x") { username }';
    const others = [
      'activateUser(username: "rui", ownPassword: "x") { username }',
      'unlock(username: "eva", ownPassword: "x")',
      'setUserPassword(username: "eva", password: "x", ownPassword: "x") { username }',
      give,
    ];
    for (const other of others) {
      const answer = await staff.graphql(`mutation { a: ${give} b: ${other} }`);
      expect([answer.status, faultOf(answer)?.extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
    }
    expect(await failures(app, 'chefe')).toBe(0);
  });

  test('are in the audit trail under the name of the caller, and no password is anywhere', async () => {
    const { app, staff } = await start(sqlite);
    for (let count = 0; count < 6; count += 1) await attempt(staff, setStaff('ana', true), WRONG);
    const events = await app.database.em
      .fork()
      .find(AuthenticationEvent, { event: 'reauthentication' }, { orderBy: { id: 'asc' } });
    expect(events.map(({ result, door, username, actor }) => [result, door, username, actor])).toEqual([
      ...Array(4).fill(['failure', 'graphql', 'chefe', '']),
      ['locked_out', 'graphql', 'chefe', ''],
    ]);
    const filter = '{ auditTrail(filter: { event: REAUTHENTICATION }) { nodes { result } } }';
    const { auditTrail } = await dataOf<{ auditTrail: { nodes: object[] } }>(staff, filter);
    expect(auditTrail.nodes).toHaveLength(5);
    expect(app.lines.join() + (await stateOf(app))).not.toContain(WRONG);
  });
});

/** A hasher in whose next piece of work something else happens. */
class SlowHasher extends PasswordHasher {
  #meanwhile: (() => Promise<unknown>) | undefined;

  /** Does something once the next password is verified or hashed, and before that is known. @returns once it is done. */
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
