import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LoginAttemptSlot } from '../../../../../src/features/accounts/credentials/lockout/login-attempt-slot.entity.js';
import { PasswordHasher } from '../../../../../src/features/accounts/credentials/password-hasher.js';
import { BEHIND_PROXY, lock, loginMethods, tryRight } from '../../../../support/accounts/login-methods.js';
import { dataOf } from '../../../../support/administration.js';
import { databaseKinds, openTestDatabase, sqlite } from '../../../../support/databases/databases.js';
import { FakeClock } from '../../../../support/fakes/fake-clock.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../../support/test-app.js';

class CountingHasher extends PasswordHasher {
  checks = 0;

  override verify(...args: Parameters<PasswordHasher['verify']>): Promise<boolean> {
    this.checks += 1;
    return super.verify(...args);
  }
}

/** A fake clock that waits in real time. */
class WaitingClock extends FakeClock {
  override wait(milliseconds: number): Promise<void> {
    return setTimeout(milliseconds);
  }
}

function slots(app: TestApp) {
  return app.database.em.fork().find(LoginAttemptSlot, {});
}

async function guessMany(app: TestApp, count: number, username: string, password = 'wrong') {
  const logIn = loginMethods['token issue'];
  const attempts = await Promise.all(Array.from({ length: count }, () => logIn?.(app, { username, password })));
  return attempts.map((attempt) => attempt?.outcome);
}

describe('the lockout (contract 3, promises 1–6)', () => {
  const names = Object.keys(loginMethods);

  describe.each(names)('five failures at the %s', (name) => {
    test.each(names)('lock that name and address at the %s, and no other', async (other) => {
      const app = await createTestApp({ environment: BEHIND_PROXY });
      await app.createUser('ana', { isStaff: true });
      await app.createUser('bia', { isStaff: true });
      const outcomes = [];
      for (let count = 0; count < 5; count += 1) {
        outcomes.push(
          (await loginMethods[name]?.(app, { username: 'ana', password: 'wrong', from: '192.0.2.1' }))?.outcome,
        );
      }
      expect(outcomes).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'locked']);
      const attempt = async (username: string, from: string) =>
        (await loginMethods[other]?.(app, { username, password: PASSWORD, from }))?.outcome;
      expect(await attempt('ana', '192.0.2.1')).toBe('locked');
      expect(await attempt('ana', '192.0.2.2')).toBe('in');
      expect(await attempt('bia', '192.0.2.1')).toBe('in');
      expect(await attempt('bia', '192.0.2.2')).toBe('in');
    });
  });

  test('an account that is not staff is locked at the administration login like any other', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    const logIn = loginMethods['administration login'];
    for (let count = 0; count < 4; count += 1) await logIn?.(app, { username: 'ana', password: PASSWORD });
    expect((await logIn?.(app, { username: 'ana', password: PASSWORD }))?.outcome).toBe('locked');
    expect(await tryRight(app, 'ana')).toBe('locked');
  });

  test.each([
    ['an IPv6 /64', (count: number) => `2001:db8::${count.toString(16)}`, '2001:db8::/64', '2001:db8:0:1::1'],
    ['an IPv4 address', () => '192.0.2.1', '192.0.2.1', '192.0.2.2'],
  ])('200 wrong passwords of one name from %s are five, and staff see and lift the one lock', async (...of) => {
    const [, addressOf, shown, neighbour] = of;
    const hasher = new CountingHasher(10);
    const app = await createTestApp({ environment: BEHIND_PROXY, hasher });
    await app.createUser('ana');
    const outcomes = [];
    for (let count = 1; count <= 200; count += 1) {
      const guess = { username: 'ana', password: 'wrong', from: addressOf(count) };
      outcomes.push((await loginMethods['token issue']?.(app, guess))?.outcome);
    }
    expect(hasher.checks).toBe(5);
    expect(outcomes).toEqual([...Array(4).fill('wrong'), ...Array(196).fill('locked')]);
    expect(await tryRight(app, 'ana', addressOf(201))).toBe('locked');
    expect(await tryRight(app, 'ana', neighbour)).toBe('in');
    const staff = await app.loginAs('eva', { isStaff: true });
    const locks = '{ lockedPairs { nodes { username address } } }';
    expect(await dataOf(staff, locks)).toEqual({ lockedPairs: { nodes: [{ username: 'ana', address: shown }] } });
    const unlock = 'mutation ($address: String!) { unlock(username: "ana", address: $address) }';
    expect(await dataOf(staff, unlock, { address: neighbour })).toEqual({ unlock: 0 });
    expect(await dataOf(staff, unlock, { address: shown })).toEqual({ unlock: 1 });
    expect(await tryRight(app, 'ana', addressOf(1))).toBe('in');
    await lock(app, 'ana', addressOf(7));
    expect(await dataOf(staff, unlock, { address: addressOf(9) })).toEqual({ unlock: 1 });
    expect(await tryRight(app, 'ana', addressOf(7))).toBe('in');
  });

  test('a name without an account is locked too', async () => {
    const app = await createTestApp();
    await lock(app, 'nobody');
    expect(await tryRight(app, 'nobody')).toBe('locked');
  });

  test('is answered with the time left, on the API in JSON and on the forms by a page', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    await lock(app, 'ana');
    await app.advance({ seconds: 1 });
    const json = await loginMethods['token issue']?.(app, { username: 'ana', password: PASSWORD });
    expect(json?.answer.headers.get('retry-after')).toBe('599');
    expect(json?.answer.json()).toEqual({
      detail: 'Muitas tentativas com este nome. Tente de novo em 9 min 59 s.',
      code: 'locked_out',
    });
    const graphql = await loginMethods['GraphQL login']?.(app, { username: 'ana', password: PASSWORD });
    expect(graphql?.answer.headers.get('retry-after')).toBe('599');
    expect(graphql?.answer.json()).toMatchObject({
      errors: [{ extensions: { code: 'LOCKED_OUT', retryAfter: 599 } }],
    });
    const page = await loginMethods['login form']?.(app, { username: 'ana', password: PASSWORD });
    expect(page?.answer.headers.get('retry-after')).toBe('599');
    expect(page?.answer.headers.get('content-type')).toContain('text/html');
    expect(page?.answer.text).toContain('<h1>Muitas tentativas</h1>');
    expect(page?.answer.text).toContain('9 min 59 s');
  });

  test('lasts ten minutes from the fifth failure, whatever is tried meanwhile, and then lets in', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    for (let count = 0; count < 4; count += 1) await guessMany(app, 1, 'ana');
    await app.sleep({ minutes: 9, seconds: 59 });
    expect(await guessMany(app, 1, 'ana')).toEqual(['locked']);
    await app.sleep({ minutes: 9 });
    expect(await guessMany(app, 3, 'ana')).toEqual(['locked', 'locked', 'locked']);
    await app.advance({ seconds: 59 });
    expect(await tryRight(app, 'ana')).toBe('locked');
    await app.advance({ seconds: 1 });
    expect(await tryRight(app, 'ana')).toBe('in');
  });

  test('failures older than ten minutes are forgotten', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    for (let count = 0; count < 4; count += 1) await guessMany(app, 1, 'ana');
    await app.sleep({ minutes: 10 });
    expect(await guessMany(app, 1, 'ana')).toEqual(['wrong']);
    expect(await slots(app)).toHaveLength(1);
  });

  test('a success clears the count', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 4; count += 1) expect(await guessMany(app, 1, 'ana')).toEqual(['wrong']);
      expect(await tryRight(app, 'ana')).toBe('in');
    }
    expect(await slots(app)).toEqual([]);
  });

  test('no password is checked while it lasts', async () => {
    const hasher = new CountingHasher(10);
    const app = await createTestApp({ hasher });
    await app.createUser('ana');
    await lock(app, 'ana');
    expect(hasher.checks).toBe(5);
    await guessMany(app, 20, 'ana');
    await tryRight(app, 'ana');
    expect(hasher.checks).toBe(5);
  });

  test.each(['ANA', ' ana ', 'ａｎａ', '\u2003Ana'])(
    'the spelling %j counts for the same account',
    async (spelling) => {
      const app = await createTestApp();
      await app.createUser('ana');
      await lock(app, spelling);
      expect(await tryRight(app, 'ana')).toBe('locked');
    },
  );

  test('names that no account can have lock nothing', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    for (const username of ['a'.repeat(10_000), 'ana\nmaria', 'a\u034fna']) {
      for (let count = 0; count < 6; count += 1) expect(await guessMany(app, 1, username)).toEqual(['wrong']);
    }
    for (const username of ['\u0000', 'ana\u0000', 'a'.repeat(10_001)]) {
      const body = JSON.stringify({ username, password: 'wrong' });
      const headers = { 'content-type': 'application/json' };
      expect((await app.browser().request('POST', '/accounts/api/v1/token/', { body, headers })).status).toBe(400);
    }
    expect(await slots(app)).toEqual([]);
    expect(await tryRight(app, 'ana')).toBe('in');
  });

  test('a password over 4,096 bytes counts and is not hashed', async () => {
    const hasher = new CountingHasher(10);
    const app = await createTestApp({ hasher });
    await app.createUser('ana');
    for (let count = 0; count < 4; count += 1) {
      expect(await guessMany(app, 1, 'ana', 'x'.repeat(4097))).toEqual(['wrong']);
    }
    expect(await guessMany(app, 1, 'ana', 'x'.repeat(4097))).toEqual(['locked']);
    expect(hasher.checks).toBe(0);
  });

  test('setting the clock neither opens a lock early nor makes it longer (promise 38)', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    await lock(app, 'ana');
    app.clock.setBy({ minutes: 120 });
    expect(await tryRight(app, 'ana')).toBe('locked');
    app.clock.setBy({ minutes: -600 });
    await app.sleep({ minutes: 10 });
    expect(await tryRight(app, 'ana')).toBe('in');
  });

  test('a right password whose slot cannot be freed, as the database is locked, does not count in the end', async () => {
    const file = join(temporaryFolder(), 'vigia.sqlite');
    const database = await openTestDatabase({ kind: 'sqlite', file }, { busyTimeoutMs: 1000 });
    const app = await createTestApp({ database, clock: new WaitingClock() });
    const pair = { usernameKey: 'ana', address: '127.0.0.1' };
    const other = new Database(file);
    onTestFinished(() => void other.close());
    const check = async () => {
      other.exec('begin immediate');
      return 'right';
    };
    const attempt = app.services.lockout.guard(pair, check, async () => () => {});
    await expect(attempt).rejects.toBeDefined();
    other.exec('rollback');
    expect(await slots(app)).toHaveLength(1);
    await expect.poll(() => slots(app)).toHaveLength(0);
  });

  test('a failure is counted together with the row that records it, or not at all', async () => {
    const file = join(temporaryFolder(), 'vigia.sqlite');
    const app = await createTestApp({ database: await openTestDatabase({ kind: 'sqlite', file }) });
    const other = new Database(file);
    onTestFinished(() => void other.close());
    other.exec(`create trigger unrecorded before insert on authentication_events
      begin select raise(abort, 'cannot be recorded'); end`);
    await expect(guessMany(app, 1, 'ana')).rejects.toThrow('500');
    expect((await slots(app)).map(({ failed }) => failed)).toEqual([false]);
    other.exec('drop trigger unrecorded');
    expect(await guessMany(app, 1, 'ana')).toEqual(['wrong']);
    expect((await slots(app)).map(({ failed }) => failed).sort()).toEqual([false, true]);
  });

  test('failures that count no more are removed', async () => {
    const app = await createTestApp();
    await lock(app, 'ana');
    await app.sleep({ minutes: 60 });
    await app.sleep({ minutes: 60 });
    await expect.poll(() => slots(app)).toEqual([]);
  });
});

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`the lockout under many attempts at once, on ${name} (promise 1)`, () => {
    test('a hundred wrong guesses give four times 401 and 96 times 429, five times over', async () => {
      const hasher = new CountingHasher(1000);
      const database = await openTestDatabase(await locate());
      const app = await createTestApp({ hasher, database });
      for (let round = 0; round < 5; round += 1) {
        const outcomes = await guessMany(app, 100, `ana${round}`);
        expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(4);
        expect(outcomes.filter((outcome) => outcome === 'locked')).toHaveLength(96);
        expect(hasher.checks).toBe(5 * (round + 1));
      }
    });

    test('right passwords wait for each other and all get in', async () => {
      const app = await createTestApp({ database: await openTestDatabase(await locate()) });
      await app.createUser('ana');
      expect(new Set(await guessMany(app, 40, 'ana', PASSWORD))).toEqual(new Set(['in']));
    });

    test('a right password among wrong ones gets in, unless the five failed before', async () => {
      const database = await openTestDatabase(await locate());
      const app = await createTestApp({ database, hasher: new PasswordHasher(1000) });
      await app.createUser('ana');
      const [wrong, right] = await Promise.all([guessMany(app, 4, 'ana'), guessMany(app, 1, 'ana', PASSWORD)]);
      expect(right).toEqual(['in']);
      expect(wrong).toEqual(['wrong', 'wrong', 'wrong', 'wrong']);
    });

    test('a check that is under way when the lock is lifted counts as the first failure after that', async () => {
      const app = await createTestApp({ database: await openTestDatabase(await locate()) });
      for (let count = 0; count < 3; count += 1) await guessMany(app, 1, 'ana');
      const pair = { usernameKey: 'ana', address: '127.0.0.1' };
      const { lockout } = app.services;
      const unlock = async () => {
        const unlocked = app.database.em.fork().transactional((unit) => lockout.unlock({ usernameKey: 'ana' }, unit));
        expect(await unlocked).toEqual(['127.0.0.1']);
        return null;
      };
      await lockout.guard(pair, unlock, async () => () => {});
      for (let count = 0; count < 3; count += 1) expect(await guessMany(app, 1, 'ana')).toEqual(['wrong']);
      expect(await guessMany(app, 1, 'ana')).toEqual(['locked']);
    });

    test('a restart forgets no failure, and no check that was cut short', async () => {
      const database = await openTestDatabase(await locate());
      const first = await createTestApp({ database });
      await first.createUser('ana');
      for (let count = 0; count < 3; count += 1) await guessMany(first, 1, 'ana');
      await first.close();
      // Simulates a process that died while checking a password.
      await database.em.fork().insert(LoginAttemptSlot, {
        usernameHash: createHash('sha256').update('ana').digest('hex'),
        username: 'ana',
        address: '127.0.0.1',
        slot: 3,
        since: first.clock.steady(),
        failed: false,
      });
      const second = await createTestApp({ database });
      // On PostgreSQL, the check may belong to another process, which has a minute to finish it.
      if (name === 'PostgreSQL') {
        expect((await slots(second)).map(({ failed }) => failed)).toContain(false);
        await second.advance({ minutes: 1 });
      }
      expect(await guessMany(second, 1, 'ana')).toEqual(['locked']);
      expect(await tryRight(second, 'ana')).toBe('locked');
    });
  });
}

// PostgreSQL's clock is not the service's; the tests of DatabaseClock cover it.
test('after a restart with the clock set back, a lock on SQLite lasts ten minutes at most (promise 38)', async () => {
  const database = await openTestDatabase(await sqlite.locate());
  const first = await createTestApp({ database });
  await first.createUser('ana');
  await first.sleep({ minutes: 600 });
  await lock(first, 'ana');
  await first.close();
  const second = await createTestApp({ database });
  expect(await tryRight(second, 'ana')).toBe('locked');
  await second.sleep({ minutes: 10 });
  expect(await tryRight(second, 'ana')).toBe('in');
});
