import { describe, expect, test } from 'vitest';
import { Session } from '../../../../src/features/accounts/sessions/session.entity.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { Busy } from '../../../../src/shared/errors/errors.js';
import { lock } from '../../../support/accounts/login-methods.js';
import { RawSubscriber } from '../../../support/http/raw-subscriber.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

/** Changes that another process makes to an account without notifying this one. */
const REVOCATIONS = {
  deactivated: { change: { isActive: false }, code: 4403 },
  'signed out': { change: { tokenVersion: 7 }, code: 4403 },
  demoted: { change: { isStaff: false }, code: 1012 },
} as const;

const OPERATIONS = {
  'a query': 'query { users { nodes { username email } } }',
  'a subscription of its own': 'subscription { securityEvents { event username } }',
  'a shared subscription': 'subscription { metrics { cpuPercent } }',
} as const;

async function connect(app: TestApp): Promise<RawSubscriber> {
  const { access } = await app.scriptAs('eva', { isStaff: true });
  return RawSubscriber.open(app.baseUrl, `Bearer ${access}`);
}

/** Resolves to a connection's close code, or to any message that arrives first. */
function ending(subscriber: RawSubscriber): Promise<number | object> {
  const closed = new Promise<number>((resolve) => subscriber.socket.once('close', resolve));
  return Promise.race([closed, subscriber.take()]);
}

async function revoke(app: TestApp, change: Partial<User>): Promise<void> {
  const unit = app.database.em.fork();
  await unit.nativeUpdate(User, { usernameKey: 'eva' }, change);
  if (change.isStaff === undefined) await unit.nativeDelete(Session, {});
}

const data = ({ messages }: RawSubscriber) => messages.filter(({ type }) => type === 'next');

describe('a connection whose caller lost his rights unheard of (promises 22, 41)', () => {
  const cases = Object.keys(OPERATIONS).flatMap((operation) =>
    Object.keys(REVOCATIONS).map((revocation) => [operation, revocation] as const),
  );
  test.each(cases as [keyof typeof OPERATIONS, keyof typeof REVOCATIONS][])(
    '%s that comes when he is %s gets nothing, and the connection ends',
    async (operation, revocation) => {
      const app = await createTestApp();
      const socket = await connect(app);
      const { change, code } = REVOCATIONS[revocation];
      await revoke(app, change);
      const ended = ending(socket);
      socket.subscribe('1', { query: OPERATIONS[operation] });
      // If the operation had not ended, some of its output would arrive.
      if (operation === 'a subscription of its own') await lock(app, 'after');
      expect(await ended).toBe(code);
      expect(data(socket)).toEqual([]);
    },
  );

  test.each(Object.entries(REVOCATIONS))(
    'an event of a subscription from before is not pushed to who is %s',
    async (_name, { change, code }) => {
      const app = await createTestApp();
      const socket = await connect(app);
      socket.subscribe('1', { query: OPERATIONS['a subscription of its own'] });
      await lock(app, 'before');
      for (let event = 0; event < 5; event += 1) expect(await socket.take()).toMatchObject({ type: 'next' });
      await revoke(app, change);
      const ended = ending(socket);
      await lock(app, 'after');
      expect(await ended).toBe(code);
      expect(JSON.stringify(data(socket))).not.toContain('after');
    },
  );

  test('when the rights cannot be looked up, the operation fails and the connection stays', async () => {
    const app = await createTestApp();
    const socket = await connect(app);
    const { viewerResolver } = app.services;
    const review = viewerResolver.review.bind(viewerResolver);
    viewerResolver.review = async () => {
      throw new Busy(5);
    };
    socket.subscribe('1', { query: OPERATIONS['a query'] });
    expect(await socket.take()).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code: 'SERVICE_UNAVAILABLE', retryAfter: 5 } }],
    });
    viewerResolver.review = review;
    socket.subscribe('2', { query: OPERATIONS['a query'] });
    expect(await socket.take()).toMatchObject({ type: 'next', payload: { data: { users: { nodes: [{}] } } } });
  });
});
