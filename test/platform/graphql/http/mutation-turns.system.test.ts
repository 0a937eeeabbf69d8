import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PasswordHasher } from '../../../../src/features/accounts/credentials/password-hasher.js';
import { PARTICIPANTS_MAX } from '../../../../src/features/classroom/classroom-limits.js';
import type { GraphQLContext } from '../../../../src/platform/graphql/context.js';
import { ExecutionQueue } from '../../../../src/platform/graphql/limits/execution-queue.js';
import {
  MUTATIONS_AT_A_TIME,
  MUTATIONS_WAITING,
  MutationTurns,
} from '../../../../src/platform/graphql/limits/mutation-turns.js';
import { openTestDatabase, postgresql } from '../../../support/databases/databases.js';
import { createTestApp, PASSWORD } from '../../../support/test-app.js';

const CHANGE = 'mutation { changePreferences(theme: DARK) { theme } }';

/** Starts a service on PostgreSQL, and another program that locks an account's row until released. */
async function serviceWithLockedRow(username: string) {
  const location = await postgresql.locate();
  if (!location) throw new Error('PostgreSQL is not there');
  const app = await createTestApp({ database: await openTestDatabase(location) });
  const script = await app.scriptAs(username);
  const { em } = await openTestDatabase(location);
  const whenLocked = Promise.withResolvers<void>();
  const whenReleased = Promise.withResolvers<void>();
  const released = em.fork().transactional(async (unit) => {
    await (unit as SqlEntityManager).execute('select 1 from users where username = ? for update', [username]);
    whenLocked.resolve();
    await whenReleased.promise;
  });
  await whenLocked.promise;
  /** Returns the number of the service's statements that are waiting for a row. */
  const waiting = async () => {
    const [row] = await (em.fork() as SqlEntityManager).execute<{ count: number }[]>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return row?.count;
  };
  const release = async () => {
    whenReleased.resolve();
    await released;
  };
  return { app, script, waiting, release };
}

describe.runIf(postgresql.available)('mutations of one account take turns (promise 53)', () => {
  test('so that its own locked row takes few connections, and others log in meanwhile', async () => {
    const { app, script, waiting, release } = await serviceWithLockedRow('ana');
    await app.createUser('bia');
    const changes = Array.from({ length: 40 }, () => script.graphql(CHANGE));
    await expect.poll(waiting).toBe(MUTATIONS_AT_A_TIME);
    const login = await app.browser().post('/accounts/api/v1/token/', { username: 'bia', password: PASSWORD });
    expect(login.status).toBe(200);
    const other = await (await app.scriptAs('carla')).graphql(CHANGE);
    expect(other.status).toBe(200);
    expect(await waiting()).toBe(MUTATIONS_AT_A_TIME);
    await release();
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(changes.map(() => 200));
  }, 60_000);

  test('a hundred wait for their turn, and one more is told to come again', async () => {
    const { app, script, waiting, release } = await serviceWithLockedRow('ana');
    const most = MUTATIONS_AT_A_TIME + MUTATIONS_WAITING.users;
    const statuses: number[] = [];
    const send = async () => {
      const { status } = await script.graphql(CHANGE);
      statuses.push(status);
    };
    const changes = Array.from({ length: most + 1 }, send);
    await expect.poll(() => statuses).toEqual([503]);
    expect(await waiting()).toBe(MUTATIONS_AT_A_TIME);
    // Other users' changes are not rejected.
    expect((await (await app.scriptAs('bia')).graphql(CHANGE)).status).toBe(200);
    await release();
    await Promise.all(changes);
    // After sixty in a minute, the change itself is refused.
    expect(statuses.filter((status) => status !== 503)).toHaveLength(most);
  }, 60_000);
});

/** Pauses every password check until released. */
class StoppedHasher extends PasswordHasher {
  readonly whenAsked: (() => void)[] = [];
  isStopped = false;

  override async verify(password: string, encoded: string | undefined): Promise<boolean> {
    if (this.isStopped) await new Promise<void>((resume) => this.whenAsked.push(resume));
    return super.verify(password, encoded);
  }
}

describe('who has a session of an account', () => {
  async function ownerAndThief() {
    const hasher = new StoppedHasher(10);
    const app = await createTestApp({ hasher });
    const [thief, owner] = [await app.loginAs('ana'), await app.loginAs('ana')];
    hasher.isStopped = true;
    const proofs: Promise<unknown>[] = [];
    const prove = (count: number) => {
      for (let index = 0; index < count; index += 1) {
        proofs.push(thief.graphql(`mutation { reauthenticate(password: "${PASSWORD}") { until } }`));
      }
    };
    onTestFinished(async () => {
      hasher.isStopped = false;
      for (const resume of hasher.whenAsked) resume();
      await Promise.all(proofs);
    });
    prove(MUTATIONS_AT_A_TIME);
    await expect.poll(() => hasher.whenAsked.length).toBe(MUTATIONS_AT_A_TIME);
    return { app, owner, thief, prove };
  }

  test('cannot keep the owner from ending it by mutations that take long', async () => {
    const { owner, prove } = await ownerAndThief();
    prove(MUTATIONS_WAITING.users);
    const answer = await owner.graphql('mutation { endOtherSessions }');
    expect(answer.json()).toEqual({ data: { endOtherSessions: true } });
  });
});

describe('turns', () => {
  const buildContext = (one: { readonly viewer?: object; readonly guest?: object }) =>
    ({ viewer: async () => one.viewer ?? null, guest: async () => one.guest ?? null }) as unknown as GraphQLContext;
  const session = (sessionId: string) =>
    buildContext({ viewer: { userId: 1, credential: { kind: 'session', sessionId } } });
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  test('a session that sends many gives way to another of its account, and is told so itself', async () => {
    const turns = new MutationTurns(new ExecutionQueue());
    const { promise: ended, resolve: end } = Promise.withResolvers<string>();
    const most = MUTATIONS_AT_A_TIME + MUTATIONS_WAITING.users;
    const sent = Array.from({ length: most }, () => turns.run(session('thief'), 'other', () => ended));
    const outcomes = Promise.allSettled(sent);
    await settled();
    const own = turns.run(session('owner'), 'other', async () => 'own');
    await settled();
    end('done');
    expect(await own).toBe('own');
    expect((await outcomes).map(({ status }) => status)).toEqual([...Array(most - 1).fill('fulfilled'), 'rejected']);
  });

  test('all guests of a full room may send an answer at once', async () => {
    const turns = new MutationTurns(new ExecutionQueue());
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const answers = Array.from({ length: PARTICIPANTS_MAX }, (_, participantId) =>
      turns.run(buildContext({ guest: { roomId: 1, participantId } }), 'other', () => ended),
    );
    await settled();
    end();
    await Promise.all(answers);
  });
});
